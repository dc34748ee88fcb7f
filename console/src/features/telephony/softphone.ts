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
}

export type Softphone = ReturnType<typeof createSoftphone>

export const createSoftphone = ({ line, warn, emit, onChange, now }: Deps) => {
  let call: Call | null = null
  let leg: Leg | null = null

  const set = (next: Partial<Call>): void => {
    if (!call) return
    call = { ...call, ...next }
    onChange(call)
  }
  const isActive = (): boolean => call !== null && call.state !== 'completed'
  const mayAnswer = (): boolean => call?.direction === 'incoming' && (call.state === 'new' || call.state === 'connecting')
  const addressOf = (target: string): string => (target.includes('@') ? target : `${target}@${line.host}`)
  const failed = (what: string) => (error: unknown) => warn(`${what}: ${error instanceof Error ? error.message : String(error)}`)

  const end = (of: Leg | null, cause: Cause): void => {
    // What an earlier call still says is of no concern to this one.
    if (!isActive() || of !== leg) return
    leg?.release()
    leg = null
    set({ state: 'completed', cause, isHeld: false, isMuted: false })
    emit('ended', cause)
  }
  const begin = (direction: Call['direction'], peer: Peer): void => {
    call = { direction, state: 'new', peer, isHeld: false, isMuted: false, connectedAt: null, cause: null }
    onChange(call)
  }
  /** `of` is the leg that these are told of, once it is made. */
  const eventsOf = (of: () => Leg | null): LegEvents => ({
    onProgress: () => {
      if (of() === leg && call?.state === 'new') set({ state: 'connecting' })
    },
    onAccepted: () => {
      if (of() !== leg || !isActive()) return
      set({ state: 'connected', connectedAt: now() })
      emit('connected')
      leg?.requestPicture().catch(failed('no picture could be asked for'))
    },
    onEnded: (cause) => end(of(), cause),
  })
  const connected = (what: string): Leg | null => {
    if (call?.state === 'connected' && leg) return leg
    warn(what)
    return null
  }
  const mute = (isMuted: boolean): void => {
    if (!call || call.isMuted === isMuted) return
    leg?.mute(isMuted)
    set({ isMuted })
    emit(isMuted ? 'mute' : 'unmute')
  }
  const hold = async (isHeld: boolean): Promise<void> => {
    const on = connected('cannot hold or unhold')
    if (!on || !call) return
    if (call.isHeld === isHeld) return warn(isHeld ? 'cannot hold: it is held already' : 'cannot unhold: it is not held')
    try {
      await on.hold(isHeld)
    } catch (error) {
      return failed('cannot hold or unhold')(error)
    }
    if (on !== leg) return
    set({ isHeld })
    mute(isHeld)
  }

  return {
    /** `notRegistered` is to be told to the operator, the others are not. */
    call: (target: string, name: string): 'placed' | 'busy' | 'notRegistered' => {
      if (isActive()) {
        warn('only one call at a time')
        return 'busy'
      }
      if (!line.isAnonymous && !line.isRegistered()) {
        warn('a registered user agent is needed for calling')
        return 'notRegistered'
      }
      begin('outgoing', { number: target, name })
      const made: { leg: Leg | null } = { leg: null }
      leg = null
      made.leg = line.invite(
        addressOf(target),
        eventsOf(() => made.leg),
      )
      leg = made.leg
      return 'placed'
    },
    /** Somebody calls; while another call goes on he is told that it is busy here. */
    ring: (incoming: (events: LegEvents) => Leg, peer: Peer): void => {
      const made: { leg: Leg | null } = { leg: null }
      made.leg = incoming(eventsOf(() => made.leg))
      if (isActive()) {
        warn('only one call at a time')
        made.leg.reject(486).catch(failed('a second call could not be rejected'))
        return
      }
      leg = made.leg
      begin('incoming', peer)
      emit('ringing')
    },
    answer: async (): Promise<void> => {
      if (!isActive()) return warn('no call to answer')
      if (!mayAnswer() || !leg) return warn('call already answered')
      const on = leg
      set({ state: 'connecting' })
      try {
        await on.accept()
      } catch (error) {
        failed('the call could not be answered')(error)
        end(on, mediaCauseOf(error))
      }
    },
    reject: (): void => {
      if (!isActive() || !leg) return warn('no call to answer')
      if (!mayAnswer()) return warn('call already answered')
      const on = leg
      on.reject(603).catch(failed('the call could not be rejected'))
      end(on, 'rejected')
    },
    hangUp: (): void => {
      if (!call || !leg || !isActive()) return warn('no active call to hang up')
      const [on, { state, direction }] = [leg, call]
      const done = state === 'connected' ? on.bye() : direction === 'incoming' ? on.reject(603) : on.cancel()
      done.catch(failed('the other side could not be told of the end of the call'))
      end(on, state === 'connected' ? 'ended' : 'cancelled')
    },
    hold: () => hold(true),
    unhold: () => hold(false),
    mute: (): void => {
      if (connected('an active call is needed to mute')) mute(true)
    },
    unmute: (): void => {
      if (connected('an active call is needed to mute')) mute(false)
    },
    sendTone: async (tone: string): Promise<void> => {
      const on = connected('an active call is needed to send DTMF')
      if (!on) return
      try {
        await on.tone(tone)
        emit('dtmf', tone)
      } catch (error) {
        failed('a tone could not be sent')(error)
      }
    },
    /** Whether it arrived. */
    sendMessage: async (to: string, text: string): Promise<boolean> => {
      if (to.trim() === '' || text.trim() === '') {
        warn('a destination and message are required')
        return false
      }
      try {
        await line.message(addressOf(to), text)
        return true
      } catch (error) {
        failed('a message could not be sent')(error)
        return false
      }
    },
    /** Of a call that is over nothing is shown any more. */
    forget: (): void => {
      if (isActive()) return
      call = null
      onChange(null)
    },
    current: (): Call | null => call,
  }
}

/** Why there is no sound: the browser has no microphone, or may not use it. */
export const mediaCauseOf = (error: unknown): Cause => {
  if (!(error instanceof DOMException)) return 'failed'
  if (error.name === 'NotAllowedError' || error.name === 'SecurityError') return 'mediaRefused'
  return ['NotFoundError', 'NotReadableError', 'OverconstrainedError'].includes(error.name) ? 'noMicrophone' : 'failed'
}
