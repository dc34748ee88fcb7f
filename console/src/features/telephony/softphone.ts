/** The softphone as one state machine: which call there is, what it may do next, and what is refused. It knows nothing of SIP and of media. */

/** `new` it was placed or rings here, `connecting` it rings there or is being answered, `connected` both speak, `completed` it is over. */
export type CallState = 'new' | 'connecting' | 'connected' | 'completed'

/** Why a call is over. */
export type Cause =
  | 'ended'
  | 'busy'
  | 'notFound'
  | 'rejected'
  | 'unavailable'
  | 'cancelled'
  | 'failed'
  | 'lost'
  | 'noMicrophone'
  | 'mediaRefused'

export const causeOf = (status: number): Cause => {
  if (status === 486 || status === 600) return 'busy'
  if (status === 404 || status === 604) return 'notFound'
  if (status === 403 || status === 603) return 'rejected'
  if ([480, 410, 408, 430].includes(status)) return 'unavailable'
  return status === 487 ? 'cancelled' : 'failed'
}

export interface Peer {
  readonly number: string
  readonly name: string
}

/** One call as the protocol carries it. Promises reject where the other side refuses, and never end the call by themselves. */
export interface Leg {
  readonly accept: () => Promise<void>
  readonly reject: (status: 486 | 603) => Promise<void>
  readonly cancel: () => Promise<void>
  readonly bye: () => Promise<void>
  readonly hold: (isHeld: boolean) => Promise<void>
  readonly mute: (isMuted: boolean) => void
  readonly tone: (tone: string) => Promise<void>
  /** Asks the device for a picture from which all others follow. */
  readonly requestPicture: () => Promise<void>
  /** Lets go of microphone, camera and what is shown. */
  readonly release: () => void
}

/** What a leg tells. */
export interface LegEvents {
  readonly onProgress: () => void
  readonly onAccepted: () => void
  readonly onEnded: (cause: Cause) => void
}

export interface Call {
  readonly direction: 'incoming' | 'outgoing'
  readonly state: CallState
  readonly peer: Peer
  readonly isHeld: boolean
  readonly isMuted: boolean
  /** Milliseconds since 1970 from which on both speak. */
  readonly connectedAt: number | null
  readonly cause: Cause | null
}

export type PhoneEvent =
  | 'registered'
  | 'unregistered'
  | 'ringing'
  | 'message'
  | 'mute'
  | 'unmute'
  | 'dtmf'
  | 'connected'
  | 'ended'

export interface Line {
  /** Without a SIP address of its own nobody has to be registered. */
  readonly isAnonymous: boolean
  readonly isRegistered: () => boolean
  /** Of a target that names no host. */
  readonly host: string
  readonly invite: (address: string, events: LegEvents) => Leg
  readonly message: (address: string, text: string) => Promise<void>
}

interface Deps {
  readonly line: Line
  /** Logged and not shown. */
  readonly warn: (text: string) => void
  readonly emit: (event: PhoneEvent, detail?: string) => void
  readonly onChange: (call: Call | null) => void
  readonly now: () => number
  /** Whether one speaks elsewhere, in a room: whoever calls is told that it is busy here. */
  readonly isTaken?: () => boolean
}

/** The one call that there may be, and by which leg it goes. */
interface Machine {
  readonly deps: Deps
  call: Call | null
  leg: Leg | null
}

const set = (machine: Machine, next: Partial<Call>): void => {
  if (!machine.call) return
  machine.call = { ...machine.call, ...next }
  machine.deps.onChange(machine.call)
}
const isActive = ({ call }: Machine): boolean => call !== null && call.state !== 'completed'
const mayAnswer = ({ call }: Machine): boolean =>
  call?.direction === 'incoming' && (call.state === 'new' || call.state === 'connecting')
const failed =
  ({ deps }: Machine, what: string) =>
  (error: unknown): void =>
    deps.warn(`${what}: ${error instanceof Error ? error.message : String(error)}`)

const end = (machine: Machine, of: Leg | null, cause: Cause): void => {
  // What an earlier call still says is of no concern to this one.
  if (!isActive(machine) || of !== machine.leg) return
  machine.leg?.release()
  machine.leg = null
  set(machine, { state: 'completed', cause, isHeld: false, isMuted: false })
  machine.deps.emit('ended', cause)
}
const begin = (machine: Machine, direction: Call['direction'], peer: Peer): void => {
  machine.call = { direction, state: 'new', peer, isHeld: false, isMuted: false, connectedAt: null, cause: null }
  machine.deps.onChange(machine.call)
}
/** A leg, which hears what is told of it once it is made. */
const legOf = (machine: Machine, make: (events: LegEvents) => Leg): Leg => {
  const made: { leg: Leg | null } = { leg: null }
  made.leg = make({
    onProgress: () => {
      if (made.leg === machine.leg && machine.call?.state === 'new') set(machine, { state: 'connecting' })
    },
    onAccepted: () => {
      if (made.leg !== machine.leg || !isActive(machine)) return
      set(machine, { state: 'connected', connectedAt: machine.deps.now() })
      machine.deps.emit('connected')
      machine.leg?.requestPicture().catch(failed(machine, 'no picture could be asked for'))
    },
    onEnded: (cause) => end(machine, made.leg, cause),
  })
  return made.leg
}
/** The leg of a call that both speak in; what is said where there is none. */
const connected = ({ call, leg, deps }: Machine, what: string): Leg | null => {
  if (call?.state === 'connected' && leg) return leg
  deps.warn(what)
  return null
}
const mute = (machine: Machine, isMuted: boolean): void => {
  if (!machine.call || machine.call.isMuted === isMuted) return
  machine.leg?.mute(isMuted)
  set(machine, { isMuted })
  machine.deps.emit(isMuted ? 'mute' : 'unmute')
}
const hold = async (machine: Machine, isHeld: boolean): Promise<void> => {
  const on = connected(machine, 'cannot hold or unhold')
  if (!on || !machine.call) return
  if (machine.call.isHeld === isHeld)
    return machine.deps.warn(isHeld ? 'cannot hold: it is held already' : 'cannot unhold: it is not held')
  try {
    await on.hold(isHeld)
  } catch (error) {
    return failed(machine, 'cannot hold or unhold')(error)
  }
  if (on !== machine.leg) return
  set(machine, { isHeld })
  mute(machine, isHeld)
}
const answer = async (machine: Machine): Promise<void> => {
  const { deps, leg } = machine
  if (!isActive(machine)) return deps.warn('no call to answer')
  if (!mayAnswer(machine) || !leg) return deps.warn('call already answered')
  set(machine, { state: 'connecting' })
  try {
    await leg.accept()
  } catch (error) {
    failed(machine, 'the call could not be answered')(error)
    end(machine, leg, mediaCauseOf(error))
  }
}
const hangUp = (machine: Machine): void => {
  const { call, leg, deps } = machine
  if (!call || !leg || !isActive(machine)) return deps.warn('no active call to hang up')
  const told = call.state === 'connected' ? leg.bye() : call.direction === 'incoming' ? leg.reject(603) : leg.cancel()
  told.catch(failed(machine, 'the other side could not be told of the end of the call'))
  end(machine, leg, call.state === 'connected' ? 'ended' : 'cancelled')
}
const addressOf = ({ deps }: Machine, target: string): string => (target.includes('@') ? target : `${target}@${deps.line.host}`)

export type Softphone = ReturnType<typeof createSoftphone>

export const createSoftphone = (deps: Deps) => {
  const machine: Machine = { deps, call: null, leg: null }
  const { line, warn, emit, onChange } = deps
  return {
    /** `notRegistered` is to be told to the operator, the others are not. */
    call: (target: string, name: string): 'placed' | 'busy' | 'notRegistered' => {
      if (isActive(machine) || deps.isTaken?.()) {
        warn('only one call at a time')
        return 'busy'
      }
      if (!line.isAnonymous && !line.isRegistered()) {
        warn('a registered user agent is needed for calling')
        return 'notRegistered'
      }
      begin(machine, 'outgoing', { number: target, name })
      machine.leg = null
      try {
        machine.leg = legOf(machine, (events) => line.invite(addressOf(machine, target), events))
      } catch (error) {
        failed(machine, 'the call could not be placed')(error)
        end(machine, null, 'notFound')
      }
      return 'placed'
    },
    /** Somebody calls; while another call goes on he is told that it is busy here. */
    ring: (incoming: (events: LegEvents) => Leg, peer: Peer): void => {
      const leg = legOf(machine, incoming)
      if (isActive(machine)) {
        warn('only one call at a time')
        leg.reject(486).catch(failed(machine, 'a second call could not be rejected'))
        return
      }
      machine.leg = leg
      begin(machine, 'incoming', peer)
      emit('ringing')
    },
    answer: () => answer(machine),
    reject: (): void => {
      const { leg } = machine
      if (!isActive(machine) || !leg) return warn('no call to answer')
      if (!mayAnswer(machine)) return warn('call already answered')
      leg.reject(603).catch(failed(machine, 'the call could not be rejected'))
      end(machine, leg, 'rejected')
    },
    hangUp: () => hangUp(machine),
    hold: () => hold(machine, true),
    unhold: () => hold(machine, false),
    mute: (): void => {
      if (connected(machine, 'an active call is needed to mute')) mute(machine, true)
    },
    unmute: (): void => {
      if (connected(machine, 'an active call is needed to mute')) mute(machine, false)
    },
    sendTone: async (tone: string): Promise<void> => {
      const on = connected(machine, 'an active call is needed to send DTMF')
      if (!on) return
      try {
        await on.tone(tone)
        emit('dtmf', tone)
      } catch (error) {
        failed(machine, 'a tone could not be sent')(error)
      }
    },
    /** Whether it arrived. */
    sendMessage: async (to: string, text: string): Promise<boolean> => {
      if (to.trim() === '' || text.trim() === '') {
        warn('a destination and message are required')
        return false
      }
      try {
        await line.message(addressOf(machine, to), text)
        return true
      } catch (error) {
        failed(machine, 'a message could not be sent')(error)
        return false
      }
    },
    /** Of a call that is over nothing is shown any more. */
    forget: (): void => {
      if (isActive(machine)) return
      machine.call = null
      onChange(null)
    },
    current: (): Call | null => machine.call,
  }
}

/** Why there is no sound: the browser has no microphone, or may not use it. */
export const mediaCauseOf = (error: unknown): Cause => {
  if (!(error instanceof DOMException)) return 'failed'
  if (error.name === 'NotAllowedError' || error.name === 'SecurityError') return 'mediaRefused'
  return ['NotFoundError', 'NotReadableError', 'OverconstrainedError'].includes(error.name) ? 'noMicrophone' : 'failed'
}
