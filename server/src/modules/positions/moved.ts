import { z } from 'zod'
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

/** What a server has just committed of devices that reported to it: the others know where they are, and stand at which fences. */
export const positionsMoved = subject<readonly Latest[]>(
  'positions.moved',
  z.array(z.object({ row, recvTime: z.number(), standings: z.array(standing).readonly().nullable() })),
)
