import { expect, onTestFinished } from 'vitest'
import {
  Invitation,
  Inviter,
  Messager,
  Registerer,
  RegistererState,
  SessionState,
  UserAgent,
  type Session,
  type SessionDescriptionHandler,
} from 'sip.js'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { telephonyCalls } from '@vigil/contract/telephony/calls.ts'
import { ticketHeader, type SipAccount } from '@vigil/contract/telephony/entities.ts'
import type { Client } from '@vigil/contract/kernel/client.ts'
import { helmetOf } from './helmet.ts'
import type { TestSite } from './site.ts'

const offer = 'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio 9 RTP/AVP 0\r\na=sendrecv\r\n'
const nothing = () => Promise.resolve()

/** Says that there is sound, and has none: what is tried is how calls are made. */
const withoutMedia = (): SessionDescriptionHandler => ({
  close: () => undefined,
  getDescription: () => Promise.resolve({ body: offer, contentType: 'application/sdp' }),
  hasDescription: (type) => type === 'application/sdp',
  setDescription: nothing,
  sendDtmf: () => false,
})

export interface Login {
  readonly number: string
  readonly password: string
  readonly ticket?: (() => Promise<string>) | undefined
}

/** A client of SIP that another house wrote, with what it hears. */
export const phoneOf = async ({ origin }: Pick<TestSite, 'origin'>, { number, password, ticket }: Login) => {
  const calls: Invitation[] = []
  const messages: { from: string; text: string }[] = []
  const agent = new UserAgent({
    uri: UserAgent.makeURI(`sip:${number}@vigil.local`) ?? expect.fail('no address'),
    transportOptions: { server: `${origin.replace('http', 'ws')}/sip` },
    authorizationUsername: number,
    authorizationPassword: password,
    sessionDescriptionHandlerFactory: withoutMedia,
    logBuiltinEnabled: false,
    delegate: {
      onInvite: (call) => void calls.push(call),
      onMessage: (message) => {
        messages.push({ from: message.request.from.uri.user ?? '', text: message.request.body })
        void message.accept()
      },
    },
  })
  await agent.start()
  onTestFinished(() => agent.stop())
  const registerer = new Registerer(agent, {
    expires: 600,
    extraHeaders: ticket ? [`${ticketHeader}: ${await ticket()}`] : [],
  })
  /** The last answer to a registration. */
  const register = (): Promise<number> =>
    new Promise((resolve, reject) => {
      registerer
        .register({
          requestDelegate: {
            onAccept: ({ message }) => resolve(message.statusCode ?? 0),
            onReject: ({ message }) => resolve(message.statusCode ?? 0),
          },
        })
        .catch(reject)
    })
  const target = (to: string) => UserAgent.makeURI(`sip:${to}@vigil.local`) ?? expect.fail('no address')
  return {
    agent,
    number,
    calls,
    messages,
    register,
    isRegistered: () => registerer.state === RegistererState.Registered,
    unregister: () => registerer.unregister(),
    /** A call, and the status of each answer to it. */
    call: (to: string, extraHeaders: string[] = []) => {
      const inviter = new Inviter(agent, target(to), { extraHeaders })
      const heard: number[] = []
      const hear = ({ message }: { message: { statusCode?: number | undefined } }): void =>
        void heard.push(message.statusCode ?? 0)
      const sent = inviter.invite({
        requestDelegate: { onTrying: hear, onProgress: hear, onAccept: hear, onReject: hear },
      })
      return { session: inviter, heard, sent }
    },
    tell: (to: string, text: string): Promise<number> =>
      new Promise((resolve, reject) => {
        new Messager(agent, target(to), text)
          .message({
            requestDelegate: {
              onAccept: ({ message }) => resolve(message.statusCode ?? 0),
              onReject: ({ message }) => resolve(message.statusCode ?? 0),
            },
          })
          .catch(reject)
      }),
  }
}
export type Phone = Awaited<ReturnType<typeof phoneOf>>

/** The console of somebody who is signed in, registered. */
export const consoleOf = async (site: Pick<TestSite, 'origin'>, client: Client): Promise<Phone> => {
  const account = (await client.ask(telephonyCalls.getSipAccount, undefined)) ?? expect.fail('no account')
  const ticket = async () => (await client.ask(sessionCalls.createHelmetTicket, undefined)).ticket
  const phone = await phoneOf(site, { number: account.sip_id, password: account.sip_pwd, ticket })
  expect(await phone.register()).toBe(200)
  return phone
}

/** What the helmet service tells a helmet that is logged in. */
export const sipOfHelmet = async (site: Pick<TestSite, 'origin'>, imei: string): Promise<SipAccount> => {
  const helmet = await helmetOf(site, imei)
  helmet.say({ act: 'ca_get_sip_info' })
  return (await helmet.next('ca_get_sip_info'))['sip_info'] as SipAccount
}
/** A helmet, registered. */
export const helmetPhoneOf = async (site: Pick<TestSite, 'origin'>, imei: string): Promise<Phone> => {
  const { sip_id: number, sip_pwd: password } = await sipOfHelmet(site, imei)
  const phone = await phoneOf(site, { number, password })
  expect(await phone.register()).toBe(200)
  return phone
}

export const isOver = ({ state }: Session): boolean => state === SessionState.Terminated
export const isUp = ({ state }: Session): boolean => state === SessionState.Established
