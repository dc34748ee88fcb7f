import { z } from 'zod'
import type { Bus } from '../../kernel/bus/bus.ts'
import { subject } from '../../kernel/bus/subject.ts'
import type { Latest } from './state.ts'

const known = z.number().nullable()
const row = z.object({
  deviceId: z.number(),
  kind: z.number(),
  fixTime: z.number(),
  recvTime: z.number(),
  lng: z.number(),
  lat: z.number(),
  alt: known,
  accuracy: known,
  speed: known,
  course: known,
  temperature: known,
  floor: known,
  battery: known,
})
const standing = z.object({
  fence: z.string(),
  phase: z.enum(['calm', 'confirming', 'violated', 'clearing']),
  since: z.number(),
})

/**
 * What a server has just committed of devices that reported to it, so that the others know where they are and stand at which fences.
 * Numbered, and said again and again without anything new: so what was lost is missed.
 */
const positionsMoved = subject(
  'positions.moved',
  z.object({
    server: z.string(),
    number: z.number(),
    latest: z.array(
      z.object({ row, recvTime: z.number(), furthest: z.number(), standings: z.array(standing).readonly().nullable() }),
    ),
  }),
)

/** Milliseconds between two times that each server says its newest number. */
const sayEvery = 2_000

export interface MovedLine {
  /** Tells the others; what it costs to put it into words is spent only where there are any. */
  readonly tell: (latest: () => readonly Latest[]) => void
  readonly stop: () => void
}

/**
 * The line on which servers tell each other what moved. `learn` takes up what was told, `missed` is called when something of it was
 * lost, once for however much.
 */
export const createMovedLine = (
  bus: Bus,
  { learn, missed }: { readonly learn: (latest: readonly Latest[]) => void; readonly missed: () => Promise<void> },
): MovedLine => {
  let number = 0
  /** The newest number of each server that was heard. */
  const heard = new Map<string, number>()
  let reading: Promise<void> | null = null
  bus.subscribe(positionsMoved, ({ server, number: told, latest }) => {
    const before = heard.get(server)
    heard.set(server, told)
    learn(latest)
    // Of one that is heard for the first time, or again, nobody knows what it told before.
    if (before !== undefined && told === before + (latest.length > 0 ? 1 : 0)) return undefined
    reading ??= missed().finally(() => {
      reading = null
    })
    return reading
  })
  bus.onGone((server) => void heard.delete(server))
  const saying = setInterval(() => bus.tellOthers(positionsMoved, { server: bus.server, number, latest: [] }), sayEvery).unref()
  return {
    tell: (latest) => {
      if (!bus.hasOthers()) return
      number += 1
      bus.tellOthers(positionsMoved, { server: bus.server, number, latest: [...latest()] })
    },
    stop: () => clearInterval(saying),
  }
}
