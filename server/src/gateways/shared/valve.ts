import type { WebSocket } from 'ws'

/** What a socket says that is carried out before others have their turn: so many messages, and work of so many ms. */
const turn = { messages: 64, milliseconds: 3 } as const

/** What can be held up: its other end keeps then what it has to say. */
export type Holdable = Pick<WebSocket, 'pause' | 'resume'>

/** Holds a socket up for as long as anybody has a reason to. */
export interface Valve {
  readonly hold: (reason: string) => void
  readonly free: (reason: string) => void
  /** The socket is gone. */
  readonly close: () => void
}

export const createValve = (socket: Holdable): Valve => {
  const reasons = new Set<string>()
  let closed = false
  return {
    hold: (reason) => {
      if (closed || reasons.has(reason)) return
      reasons.add(reason)
      if (reasons.size === 1) socket.pause()
    },
    free: (reason) => {
      if (!closed && reasons.delete(reason) && reasons.size === 0) socket.resume()
    },
    close: () => {
      closed = true
    },
  }
}

/**
 * How much one has done in this turn of the event loop. What resolves at once goes on in microtasks, and what a socket reads is
 * handed on in one go: neither lets anybody else have a turn by itself, however long it takes.
 */
export interface Turn {
  /** Something is done. */
  readonly begin: () => void
  readonly isOver: () => boolean
}

/** `next` is called when the next turn begins, of each in which something was done. */
export const createTurn = (next: () => void): Turn => {
  let [done, since] = [0, 0]
  return {
    begin: () => {
      if (done === 0) {
        since = performance.now()
        setImmediate(() => {
          done = 0
          next()
        })
      }
      done += 1
    },
    isOver: () => done > 0 && (done >= turn.messages || performance.now() - since >= turn.milliseconds),
  }
}

/** How much may be said in a span, and what is done about more. */
export interface Pace {
  /** Something of so many bytes is taken. */
  readonly count: (bytes: number) => void
  readonly isSpent: () => boolean
  readonly stop: () => void
}
export interface Most {
  readonly messages: number
  readonly bytes: number
  /** Milliseconds. */
  readonly within: number
}

/** `next` is called when a span begins anew, of each in which something was taken. */
export const createPace = (most: Most, next: () => void): Pace => {
  let [messages, bytes] = [0, 0]
  let span: NodeJS.Timeout | null = null
  return {
    count: (more) => {
      span ??= setTimeout(() => {
        span = null
        ;[messages, bytes] = [0, 0]
        next()
      }, most.within).unref()
      messages += 1
      bytes += more
    },
    isSpent: () => messages >= most.messages || bytes >= most.bytes,
    stop: () => {
      if (span) clearTimeout(span)
    },
  }
}
