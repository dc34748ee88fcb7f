import {
  Inviter,
  Messager,
  Registerer,
  SessionState,
  UserAgent,
  UserAgentState,
  Web,
  type Invitation,
  type Session,
  type SessionDescriptionHandlerModifier,
} from 'sip.js'
import { alarmHeader, ticketHeader, type SipAccount } from '@vigil/contract/telephony/entities.ts'
import type { SipState } from '../../shared/sip-status/sip-status.ts'
import { createMedia, type Media } from './media.ts'
import { addressOfServer } from './sip-address.ts'
import { causeOf, mediaCauseOf, type Leg, type LegEvents, type Line, type Peer } from './softphone.ts'

/** SIP and its media, as the softphone needs them: one agent that stays connected, and a leg for each call. */

/** Milliseconds: between tries to connect, up to the last of them; for all addresses of this machine; of a line without media before its call is over. */
const [againAfter, gatheringFor, lostAfter] = [[1_000, 2_000, 4_000, 8_000], 500, 30_000] as const
/** Seconds for which a registration holds. */
const registeredFor = 600

type Modifiers = SessionDescriptionHandlerModifier[]

interface Deps {
  readonly account: SipAccount
  /** For one registration. */
  readonly ticket: () => Promise<string>
  readonly onState: (state: SipState) => void
  readonly onCall: (make: (events: LegEvents) => Leg, peer: Peer) => void
  readonly onMessage: (from: string, text: string) => void
  /** What is seen and heard of the call; null once it is over. */
  readonly onMedia: (media: Media | null) => void
  /** The alarm for which the next call is placed. */
  readonly alarmId: () => string | undefined
  readonly warn: (text: string) => void
}

export interface SipLine extends Line {
  readonly start: () => void
  readonly stop: () => Promise<void>
}

const iceServersOf = ({ stun_host, turn_host, turn_user, turn_pwd }: SipAccount): RTCIceServer[] => [
  ...(stun_host === '' ? [] : [{ urls: `stun:${stun_host}` }]),
  ...(turn_host === '' ? [] : [{ urls: `turn:${turn_host}`, username: turn_user, credential: turn_pwd }]),
]

const pictureRequest =
  '<?xml version="1.0" encoding="utf-8"?><media_control><vc_primitive><to_encoder><picture_fast_update/></to_encoder></vc_primitive></media_control>'

const peerOf = (call: Invitation): Peer => {
  const asserted = /^"?([^"<]*)"?\s*<sip:([^@>]+)@/.exec(call.request.getHeader('P-Asserted-Identity') ?? '')
  const { uri, displayName } = call.remoteIdentity
  const number = asserted?.[2] ?? uri.user ?? ''
  return { number, name: asserted?.[1]?.trim() || displayName || number }
}

const legOf = (session: Session, events: LegEvents, deps: Deps): Leg & { readonly media: Media } => {
  const media = createMedia(deps.account.media_first)
  let losing: ReturnType<typeof setTimeout> | null = null
  const watchMedia = (): void => {
    const { peerConnection } = session.sessionDescriptionHandler as Web.SessionDescriptionHandler
    if (!peerConnection) return
    media.follow(peerConnection)
    deps.onMedia(media)
    peerConnection.addEventListener('connectionstatechange', () => {
      const { connectionState } = peerConnection
      if (connectionState === 'connected' && losing) {
        clearTimeout(losing)
        losing = null
      }
      if (connectionState !== 'disconnected' && connectionState !== 'failed') return
      losing ??= setTimeout(() => {
        events.onEnded('lost')
        session.bye().catch((error: unknown) => deps.warn(String(error)))
      }, lostAfter)
    })
  }
  session.stateChange.addListener((state) => {
    if (state === SessionState.Established) {
      watchMedia()
      events.onAccepted()
    }
    // Why it was refused is told right after this.
    if (state === SessionState.Terminated) queueMicrotask(() => events.onEnded('ended'))
  })
  const info = (type: string, content: string): Promise<void> =>
    session.info({ requestOptions: { body: { contentDisposition: 'render', contentType: type, content } } }).then(() => undefined)
  return {
    media,
    accept: async () => {
      await media.acquire()
      await (session as Invitation).accept({ sessionDescriptionHandlerOptions: { constraints: media.constraints } })
    },
    reject: (status) => (session as Invitation).reject({ statusCode: status }),
    cancel: () => (session as Inviter).cancel(),
    bye: async () => {
      await session.bye()
    },
    hold: async (isHeld) => {
      session.sessionDescriptionHandlerOptionsReInvite = { hold: isHeld } as Web.SessionDescriptionHandlerOptions
      await new Promise<void>((resolve, reject) => {
        session
          .invite({
            requestDelegate: { onAccept: () => resolve(), onReject: ({ message }) => reject(new Error(message.reasonPhrase)) },
          })
          .catch(reject)
      })
    },
    mute: media.mute,
    tone: (tone) => info('application/dtmf-relay', `Signal=${tone}\r\nDuration=250`),
    requestPicture: () => info('application/media_control+xml', pictureRequest),
    release: () => {
      if (losing) clearTimeout(losing)
      media.release()
      deps.onMedia(null)
    },
  }
}

/** Keeps the agent connected and registered, however often the line breaks. */
const keepRegistered = (agent: UserAgent, { ticket, onState, warn }: Pick<Deps, 'ticket' | 'onState' | 'warn'>) => {
  const registerer = new Registerer(agent, { expires: registeredFor, refreshFrequency: 99 })
  let [isRegistered, isStopped, tries] = [false, false, 0]
  let again: ReturnType<typeof setTimeout> | null = null
  let renewing: ReturnType<typeof setTimeout> | null = null
  const tell = (state: SipState): void => {
    isRegistered = state === 'registered'
    onState(state)
  }
  const connectLater = (): void => {
    if (isStopped || again) return
    const wait = againAfter[Math.min(tries, againAfter.length - 1)] ?? 8_000
    tries += 1
    again = setTimeout(() => {
      again = null
      void connect()
    }, wait)
  }
  const enter = async (): Promise<void> => {
    if (renewing) clearTimeout(renewing)
    renewing = setTimeout(() => void enter(), (registeredFor / 2) * 1_000)
    try {
      await registerer.register({
        // Each registration shows a ticket of its own.
        requestOptions: { extraHeaders: [`${ticketHeader}: ${await ticket()}`] },
        requestDelegate: {
          onAccept: () => {
            tries = 0
            tell('registered')
          },
          onReject: ({ message }) => {
            tell('failed')
            warn(`registration failed (${message.statusCode ?? ''}): contact the administrator`)
            // The server cannot say now whether it is right.
            if ((message.statusCode ?? 0) >= 500) connectLater()
          },
        },
      })
    } catch (error) {
      tell('failed')
      warn(`registration failed: ${String(error)}`)
      connectLater()
    }
  }
  const connect = async (): Promise<void> => {
    if (isStopped) return
    try {
      if (agent.isConnected()) return await enter()
      await (agent.state === UserAgentState.Started ? agent.reconnect() : agent.start())
    } catch (error) {
      tell('disconnected')
      warn(`the SIP server cannot be reached: ${String(error)}`)
      connectLater()
    }
  }
  return {
    connect,
    isRegistered: () => isRegistered,
    onConnect: (): void => {
      tell('connected')
      void enter()
    },
    onDisconnect: (error?: Error): void => {
      tell('disconnected')
      if (error) warn(`the SIP server is gone: ${error.message}`)
      connectLater()
    },
    stop: async (): Promise<void> => {
      isStopped = true
      for (const timer of [again, renewing]) if (timer) clearTimeout(timer)
      await agent.stop()
      tell('unregistered')
    },
  }
}

/** Media of the call that is being made: what opens them is made somewhere within the agent. */
interface Making {
  media: Media | null
}

const agentOf = ({ account, onCall, onMessage, ...deps }: Deps, making: Making, modifiers: Modifiers): UserAgent => {
  const { warn } = deps
  const uri = UserAgent.makeURI(`sip:${account.sip_id}@${account.sip_host}`)
  return new UserAgent({
    ...(uri ? { uri } : {}),
    transportOptions: { server: addressOfServer(account.wss_url, location), keepAliveInterval: 15 },
    authorizationUsername: account.sip_id,
    authorizationPassword: account.sip_pwd,
    logBuiltinEnabled: false,
    sessionDescriptionHandlerFactory: Web.defaultSessionDescriptionHandlerFactory((constraints) =>
      (making.media ?? createMedia(false)).stream(constraints),
    ),
    sessionDescriptionHandlerFactoryOptions: {
      iceGatheringTimeout: gatheringFor,
      peerConnectionConfiguration: { iceServers: iceServersOf(account) },
    },
    delegate: {
      onInvite: (invitation) => {
        invitation.sessionDescriptionHandlerModifiers = modifiers
        onCall((events) => {
          const leg = legOf(invitation, events, { account, onCall, onMessage, ...deps })
          invitation.delegate = {
            onCancel: () => events.onEnded('cancelled'),
            onInfo: (request) => void request.accept().catch((error: unknown) => warn(String(error))),
          }
          const accept = async (): Promise<void> => {
            making.media = leg.media
            await leg.accept()
          }
          return { ...leg, accept }
        }, peerOf(invitation))
      },
      onMessage: (message) => {
        onMessage(message.request.from.uri.user ?? '', message.request.body)
        message.accept().catch((error: unknown) => warn(String(error)))
      },
    },
  })
}

export const createSipLine = (deps: Deps): SipLine => {
  const { account, warn } = deps
  const modifiers: Modifiers = account.strip_g722 ? [Web.stripG722] : []
  const making: Making = { media: null }
  const agent = agentOf(deps, making, modifiers)
  const kept = keepRegistered(agent, deps)
  Object.assign(agent.delegate ?? {}, { onConnect: kept.onConnect, onDisconnect: kept.onDisconnect })
  return {
    isAnonymous: account.sip_id === '',
    isRegistered: kept.isRegistered,
    host: account.sip_host,
    invite: (address, events) => {
      const uri = UserAgent.makeURI(`sip:${address}`)
      if (!uri) throw new Error(`no SIP address: ${address}`)
      const alarmId = deps.alarmId()
      const inviter = new Inviter(agent, uri, { extraHeaders: alarmId === undefined ? [] : [`${alarmHeader}: ${alarmId}`] })
      inviter.sessionDescriptionHandlerModifiers = modifiers
      inviter.delegate = { onInfo: (request) => void request.accept().catch((error: unknown) => warn(String(error))) }
      const leg = legOf(inviter, events, deps)
      const place = async (): Promise<void> => {
        await leg.media.acquire()
        making.media = leg.media
        await inviter.invite({
          sessionDescriptionHandlerOptions: { constraints: leg.media.constraints },
          requestDelegate: {
            onProgress: events.onProgress,
            onReject: ({ message }) => events.onEnded(causeOf(message.statusCode ?? 0)),
          },
        })
      }
      place().catch((error: unknown) => {
        warn(`the call could not be placed: ${String(error)}`)
        events.onEnded(mediaCauseOf(error))
      })
      return leg
    },
    message: (address, text) =>
      new Promise((resolve, reject) => {
        const uri = UserAgent.makeURI(`sip:${address}`)
        if (!uri) return reject(new Error(`no SIP address: ${address}`))
        new Messager(agent, uri, text)
          .message({
            requestDelegate: { onAccept: () => resolve(), onReject: ({ message }) => reject(new Error(message.reasonPhrase)) },
          })
          .catch(reject)
      }),
    start: () => void kept.connect(),
    stop: kept.stop,
  }
}
