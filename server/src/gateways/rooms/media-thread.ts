import { Worker } from 'node:worker_threads'
import type { Logger } from '../../kernel/log.ts'
import type { MediaPlace, Subscriber } from './media.ts'

/** Sound and pictures of rooms as the server sees them: by a thread that is there while somebody is in a room. */

/** What somebody sends. */
export interface Publisher {
  /** To what he offered. */
  readonly answer: string
  /** ms since 1970 when something of it was heard last, to a second or so; null before anything was. */
  readonly heardAt: () => number | null
  /** For somebody who is to hear and see him; `onFailed` is told once of what does not come to stand, or breaks. */
  readonly subscribe: (onFailed: () => void) => Promise<Subscriber>
  readonly close: () => Promise<void>
}
export type { Subscriber }
/** Carries sound and pictures; rejects what it cannot read. */
export interface Media {
  /** `onFailed` is told of what does not come to stand, or breaks. */
  readonly publish: (offer: string, onFailed: () => void) => Promise<Publisher>
}

type Ask =
  | { readonly ask: 'publish'; readonly offer: string }
  /** To whom, by what he was published by; `by` and `one` are likewise the `n` by which something was opened. */
  | { readonly ask: 'subscribe'; readonly to: number }
  | { readonly ask: 'accept'; readonly by: number; readonly answer: string }
  | { readonly ask: 'close'; readonly one: number }
/** Asked of the thread, which answers with the same `n`. */
export type MediaOrder = Ask & { readonly n: number }
export type MediaTold =
  | { readonly n: number; readonly sdp: string }
  | { readonly n: number; readonly failed: string }
  /** Of whom something came since the last. */
  | { readonly heard: readonly number[] }
  /** What somebody sends by, or is heard and seen by, does not stand. */
  | { readonly broken: number }
  | { readonly problem: string }

interface Thread {
  /** Rejects what cannot be done, and all that waits where the thread breaks; `onFailed` of what is opened so. */
  readonly ask: (order: Ask, onFailed?: () => void) => { readonly n: number; readonly sdp: Promise<string> }
  readonly heardAt: (n: number) => number | null
  /** What was opened is open no more; the thread ends with the last. */
  readonly closed: (n: number) => void
}

const startThread = (place: MediaPlace, log: Logger, now: () => number, onOver: () => void): Thread => {
  const worker = new Worker(new URL('./media-worker.ts', import.meta.url), { workerData: place })
  // The server ends though somebody is in a room.
  worker.unref()
  const waiting = new Map<number, PromiseWithResolvers<string>>()
  const heard = new Map<number, number>()
  /** What is told of each that breaks. */
  const open = new Map<number, (() => void) | undefined>()
  let count = 0
  let isOver = false
  const over = (error: Error): void => {
    if (isOver) return
    isOver = true
    onOver()
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const end = (): void => {
    over(new Error('nobody is in a room'))
    worker.terminate().catch((error: unknown) => log.warn({ err: error }, 'the thread of rooms could not be ended'))
  }
  const closed = (n: number): void => {
    heard.delete(n)
    if (open.delete(n) && open.size === 0 && waiting.size === 0) end()
  }
  worker.on('message', (told: MediaTold) => {
    if ('problem' in told) return log.debug({ problem: told.problem }, 'something of a room is not heard or seen')
    if ('broken' in told) return open.get(told.broken)?.()
    if ('heard' in told) {
      for (const n of told.heard) if (open.has(n)) heard.set(n, now())
      return
    }
    const asked = waiting.get(told.n)
    waiting.delete(told.n)
    if ('sdp' in told) return asked?.resolve(told.sdp)
    asked?.reject(new Error(told.failed))
    closed(told.n)
  })
  worker.on('error', (error) => {
    log.error({ err: error }, 'the thread of rooms broke: who is in one has to come again')
    over(error instanceof Error ? error : new Error(String(error)))
  })
  worker.on('exit', () => over(new Error('the thread of rooms ended')))
  return {
    ask: (order, onFailed) => {
      count += 1
      const n = count
      const answer = Promise.withResolvers<string>()
      if (isOver) answer.reject(new Error('the thread of rooms ended'))
      else {
        waiting.set(n, answer)
        if (order.ask === 'publish' || order.ask === 'subscribe') open.set(n, onFailed)
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to a thread, not to a window
        worker.postMessage({ ...order, n } satisfies MediaOrder)
      }
      return { n, sdp: answer.promise }
    },
    heardAt: (n) => heard.get(n) ?? null,
    closed,
  }
}

export const createMediaThread = (
  place: MediaPlace,
  { log, now }: { readonly log: Logger; readonly now: () => number },
): Media => {
  let running: Thread | null = null
  const closing = (thread: Thread, one: number) => async (): Promise<void> => {
    // With a thread that is over everything is closed.
    if (thread !== running) return
    await thread.ask({ ask: 'close', one }).sdp.finally(() => thread.closed(one))
  }
  const subscribe = async (thread: Thread, to: number, onFailed: () => void): Promise<Subscriber> => {
    const { n, sdp } = thread.ask({ ask: 'subscribe', to }, onFailed)
    return {
      offer: await sdp,
      accept: async (answer) => void (await thread.ask({ ask: 'accept', by: n, answer }).sdp),
      close: closing(thread, n),
    }
  }
  const threadNow = (): Thread => {
    running ??= startThread(place, log, now, () => {
      running = null
    })
    return running
  }
  return {
    publish: async (offer, onFailed) => {
      const thread = threadNow()
      const { n, sdp } = thread.ask({ ask: 'publish', offer }, onFailed)
      return {
        answer: await sdp,
        heardAt: () => thread.heardAt(n),
        subscribe: (onFailed) => subscribe(thread, n, onFailed),
        close: closing(thread, n),
      }
    },
  }
}
