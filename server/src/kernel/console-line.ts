import type { WebSocket } from 'ws'
import type { FromServer } from '@vigil/contract/live/live.ts'
import { farewellTo } from './farewell.ts'

/** Unsent bytes from which on nothing more is read from a console, and positions are left out. */
export const behindFrom = 256 * 1024
/** Unsent bytes past which a console is given up, to come back and resume. */
export const givenUpFrom = 8 * 1024 * 1024
/** Messages and questions of the protocol that one console may send in a second: it has next to nothing to say. */
const mostInSecond = 20
/** WebSocket close codes: a console that does not read or answer, and one that says too much. */
const [tooSlow, tooMuch] = [4008, 1008]
/**
 * The socket of one console. Whatever is said to it is said here, so that nothing piles up for one that does not read, neither
 * what it is told nor what it asks for.
 */
export interface ConsoleLine {
  readonly say: (message: FromServer) => void
  /** Text that was encoded for several consoles, or a binary frame. */
  readonly send: (bytes: Uint8Array, binary: boolean) => void
  /** Unsent bytes. */
  readonly unsent: () => number
  /** Asks the other end for a sign of life, which browsers give by themselves; it comes back to `answer` with the same number. */
  readonly ask: (round: number) => void
  /** Whether it has taken some of what was unsent when this was asked last: it is slow then, not gone. */
  readonly tookSome: () => boolean
  readonly isOpen: () => boolean
  readonly close: (code: number, reason: string) => void
  /** Ends it at once: nobody may be there to say goodbye to. */
  readonly giveUp: () => void
}

interface Heard {
  readonly message: (text: string) => void
  /** The question of this round was answered. */
  readonly answer: (round: number) => void
  /** It was ended from here, and why. */
  readonly givenUp: (why: string) => void
}

export const createConsoleLine = (socket: WebSocket, on: Heard, now: () => number): ConsoleLine => {
  let [second, heard] = [0, 0]
  /** Unsent when that was asked last, and what was sent since. */
  let [left, sent] = [0, 0]
  let asked = 0

  const isOpen = (): boolean => socket.readyState === socket.OPEN
  const giveUp = (): void => {
    socket.close(tooSlow, 'too slow')
    socket.terminate()
    on.givenUp('it does not read')
  }
  const close = (code: number, reason: string): void => farewellTo(socket, code, reason)
  const readOn = (): void => {
    if (socket.isPaused && socket.bufferedAmount <= behindFrom) socket.resume()
  }
  const send = (bytes: Uint8Array | string, binary: boolean): void => {
    if (!isOpen()) return
    if (socket.bufferedAmount > givenUpFrom) return giveUp()
    socket.send(bytes, { binary }, readOn)
    sent += bytes.length
    if (socket.bufferedAmount > behindFrom) socket.pause()
  }
  /** Whether there is still to be listened to it. */
  const maySpeak = (): boolean => {
    const at = Math.floor(now() / 1000)
    if (at !== second) [second, heard] = [at, 0]
    heard += 1
    if (heard > mostInSecond && isOpen()) {
      close(tooMuch, 'too many messages')
      on.givenUp('it says too much')
    }
    return isOpen()
  }

  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (maySpeak()) on.message(isBinary ? '' : data.toString())
  })
  socket.on('ping', maySpeak)
  socket.on('pong', (data: Buffer) => {
    const round = Number(String(data))
    if (maySpeak() && data.length > 0 && round <= asked) on.answer(round)
  })
  return {
    say: (message) => send(JSON.stringify(message), false),
    send,
    unsent: () => socket.bufferedAmount,
    ask: (round) => {
      asked = round
      if (isOpen()) socket.ping(String(round))
    },
    tookSome: () => {
      // What was sent to a dead end is gone from here too, as long as the system has room for it: only a jam tells.
      const took = left > 0 && left + sent > socket.bufferedAmount
      ;[left, sent] = [socket.bufferedAmount, 0]
      return took
    },
    isOpen,
    close,
    giveUp,
  }
}
