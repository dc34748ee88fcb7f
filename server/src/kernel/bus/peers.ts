import { z } from 'zod'
import type { Logger } from '../log.ts'
import { subject } from './subject.ts'
import type { Transport } from './transport.ts'

/** Milliseconds between two signs of life. */
const beatEvery = 2_000
/** Beats of one's own after which another that gave no sign is taken for gone: while this process stands still nobody is late. */
const goneAfter = 3

/** Of another version it may say more: it is there then. */
const alive = subject('server.alive', z.object({ server: z.string(), is: z.enum(['new', 'there', 'leaving']).catch('there') }))

/** Which other servers of the site there are: each says so again and again. */
export const createPeers = (transport: Transport, server: string, log: Logger) => {
  /** The newest beat before which each gave a sign of life. */
  const seen = new Map<string, number>()
  const listeners: ((server: string) => void)[] = []
  const welcomers: (() => void)[] = []
  let beats = 0
  let beating: NodeJS.Timeout | null = null

  const say = (is: 'new' | 'there' | 'leaving'): void => {
    try {
      transport.publish(alive.name, JSON.stringify({ server, is }))
    } catch (error) {
      log.warn({ err: error }, 'other servers could not be told that this one is there')
    }
  }
  const lose = (gone: string): void => {
    if (seen.delete(gone)) for (const listener of listeners) listener(gone)
  }
  const beat = (): void => {
    beats += 1
    say('there')
    for (const [other, at] of seen) if (beats - at > goneAfter) lose(other)
  }
  const read = (data: string): z.output<typeof alive.payload> | null => {
    try {
      return alive.payload.parse(JSON.parse(data))
    } catch (error) {
      log.warn({ err: error }, 'a sign of life of another server could not be read')
      return null
    }
  }
  const hear = (data: string): void => {
    const said = read(data)
    if (!said) return
    const { server: other, is } = said
    if (is === 'leaving') return lose(other)
    const isBack = !seen.has(other)
    seen.set(other, beats)
    // Who is new knows nobody yet.
    if (is === 'new') say('there')
    if (isBack) for (const welcomer of welcomers) welcomer()
  }
  return {
    all: (): readonly string[] => [...seen.keys()],
    some: (): boolean => seen.size > 0,
    onGone: (listener: (server: string) => void): void => void listeners.push(listener),
    onCome: (welcomer: () => void): void => void welcomers.push(welcomer),
    start: (): void => {
      transport.subscribe(alive.name, hear)
      say('new')
      beating = setInterval(beat, beatEvery).unref()
    },
    stop: (): void => {
      if (beating) clearInterval(beating)
      say('leaving')
    },
  }
}
