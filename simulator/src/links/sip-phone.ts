import {
  Inviter,
  Registerer,
  RegistererState,
  SessionState,
  UserAgent,
  UserAgentState,
  type Invitation,
  type Session,
  type SessionDescriptionHandler,
} from 'sip.js'
import type { SipAccount } from '@vigil/contract/telephony/entities.ts'
import { backoff } from './backoff.ts'
import { openMedia, type PhoneMedia } from './phone-media.ts'

/** A helmet that is called and calls, by SIP over WebSocket. It answers by itself after a moment, as helmets do. */

export interface PhoneOptions {
  /** `http://…` or `https://…`, without a slash at the end. */
  readonly origin: string
  readonly account: Pick<SipAccount, 'sip_id' | 'sip_host' | 'wss_url' | 'sip_pwd' | 'control_number'>
  readonly onProblem: (problem: string) => void
  /** Milliseconds before it answers; 1,500 unless said. */
  readonly answersAfter?: number
}

export interface Phone {
  readonly isRegistered: () => boolean
  /** Of the call that goes on: packets that came. Null while there is none. */
  readonly heard: () => ReturnType<PhoneMedia['heard']> | null
  /** Calls a number; the control room's unless said. */
  readonly call: (number?: string) => void
  readonly hangUp: () => void
  readonly close: () => void
}

const descriptionsOf = (media: PhoneMedia): SessionDescriptionHandler => {
  const { connection } = media
  let isOffering = true
  return {
    close: () => void media.close(),
    hasDescription: (type) => type === 'application/sdp',
    setDescription: async (sdp) => {
      isOffering = connection.signalingState === 'have-local-offer'
      await connection.setRemoteDescription({ type: isOffering ? 'answer' : 'offer', sdp })
    },
    getDescription: async () => {
      const isAnswer = connection.signalingState === 'have-remote-offer'
      await connection.setLocalDescription(isAnswer ? await connection.createAnswer() : await connection.createOffer())
      return { body: connection.localDescription?.sdp ?? '', contentType: 'application/sdp' }
    },
    sendDtmf: () => false,
  }
}

const again = { first: 1_000, registered: 600 } as const

export const createPhone = ({ origin, account, onProblem, answersAfter = 1_500 }: PhoneOptions): Phone => {
  let media: PhoneMedia | null = null
  let session: Session | null = null
  let [isClosed, failures] = [false, 0]
  const problem = (error: unknown): void => onProblem(`sip: ${error instanceof Error ? error.message : String(error)}`)
  const uri = UserAgent.makeURI(`sip:${account.sip_id}@${account.sip_host}`)
  const server = account.wss_url.startsWith('/') ? `${origin.replace(/^http/, 'ws')}${account.wss_url}` : account.wss_url
  const follow = (of: Session): void => {
    session = of
    of.stateChange.addListener((state) => {
      if (state !== SessionState.Terminated) return
      if (session === of) session = null
      media = null
    })
    of.delegate = {
      onInfo: (request) => {
        if (request.request.body.includes('picture_fast_update')) media?.refresh()
        request.accept().catch(problem)
      },
    }
  }
  const answer = (call: Invitation): void => {
    if (session) return void call.reject({ statusCode: 486 }).catch(problem)
    follow(call)
    setTimeout(() => {
      if (call.state === SessionState.Initial) call.accept().catch(problem)
    }, answersAfter).unref()
  }
  const agent = new UserAgent({
    ...(uri ? { uri } : {}),
    transportOptions: { server, keepAliveInterval: 30 },
    authorizationUsername: account.sip_id,
    authorizationPassword: account.sip_pwd,
    logBuiltinEnabled: false,
    sessionDescriptionHandlerFactory: () => descriptionsOf((media = openMedia())),
    delegate: {
      onInvite: answer,
      onMessage: (message) => void message.accept().catch(problem),
      onConnect: () => {
        failures = 0
        register()
      },
      onDisconnect: () => connectLater(),
    },
  })
  const registerer = new Registerer(agent, { expires: again.registered })
  const register = (): void =>
    void registerer
      .register({
        requestDelegate: {
          onReject: ({ message }) => {
            if ((message.statusCode ?? 0) >= 500) connectLater()
          },
        },
      })
      .catch(problem)
  const connect = (): void => {
    if (isClosed) return
    if (agent.isConnected()) return register()
    const trying = agent.state === UserAgentState.Started ? agent.reconnect() : agent.start()
    trying.catch(() => connectLater())
  }
  const connectLater = (): void => {
    if (isClosed) return
    failures += 1
    setTimeout(connect, backoff(failures, again.first)).unref()
  }
  connect()
  return {
    isRegistered: () => registerer.state === RegistererState.Registered,
    heard: () => media?.heard() ?? null,
    call: (number = account.control_number) => {
      const target = UserAgent.makeURI(`sip:${number}@${account.sip_host}`)
      if (session || !target) return
      const invited = new Inviter(agent, target)
      follow(invited)
      invited.invite().catch(problem)
    },
    hangUp: () => {
      if (session?.state === SessionState.Established) session.bye().catch(problem)
    },
    close: () => {
      isClosed = true
      agent.stop().catch(problem)
    },
  }
}
