import { z } from 'zod'
import { subject } from './subject.ts'
import type { Transport } from './transport.ts'

/** Milliseconds between two signs of life. */
const beatEvery = 2_000
/** Beats of one's own after which another that gave no sign is taken for gone: while this process stands still nobody is late. */
const goneAfter = 3

const alive = subject('server.alive', z.object({ server: z.string(), is: z.enum(['new', 'there', 'leaving']) }))

/** Which other servers of the site there are: each says so again and again. */
export const createPeers = (transport: Transport, server: string) => {
  /** The newest beat before which each gave a sign of life. */
  const seen = new Map<string, number>()
  const listeners: ((server: string) => void)[] = []
  let beats = 0
  let beating: NodeJS.Timeout | null = null

  const say = (is: 'new' | 'there' | 'leaving'): void => transport.publish(alive.name, JSON.stringify({ server, is }))
  const lose = (gone: string): void => {
    if (seen.delete(gone)) for (const listener of listeners) listener(gone)
  }
  const beat = (): void => {
    beats += 1
    say('there')
    for (const [other, at] of seen) if (beats - at > goneAfter) lose(other)
  }
  const hear = (data: string): void => {
    const { server: other, is } = alive.payload.parse(JSON.parse(data))
    if (is === 'leaving') return lose(other)
    seen.set(other, beats)
    // Who is new knows nobody yet.
    if (is === 'new') say('there')
  }
  return {
    some: (): boolean => seen.size > 0,
    onGone: (listener: (server: string) => void): void => void listeners.push(listener),
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
