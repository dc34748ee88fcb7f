import { z } from 'zod'
import { plateColour } from '../devices/car.ts'
import { text } from '../kernel/shapes.ts'

/** The documented forms of `/ingest/anpr` and `/ingest/gate`, for what speaks no maker's. */

/** ISO 8601; without an offset it is the site's own time. */
const instant = z.string().max(40)
/** JPEG or PNG in base64. */
const picture = z.string()
const direction = z.enum(['in', 'out']).optional()
/** By which the device names what it tells, so that the same told again is one. */
const eventId = text(64).optional()
/** Told anew from the device's memory: it sounds for nobody. */
const replayed = z.boolean().optional()

export const anprPush = z.object({
  /** Empty of a vehicle without a plate, or whose plate was not read. */
  plateNumber: text(32),
  plateColor: plateColour.schema.optional(),
  time: instant,
  /** km/h; left out where it was not measured. */
  speed: z.number().min(0).max(400).optional(),
  /** km/h; the record's own where it is left out. */
  limit: z.number().min(1).max(200).optional(),
  lane: z.number().int().min(1).max(99).optional(),
  direction,
  vehicleType: text(32).optional(),
  vehicleSize: text(32).optional(),
  /** 0 to 100. */
  confidence: z.number().min(0).max(100).optional(),
  event: text(64).optional(),
  /** It does not pass: it stands where it may not. */
  parking: z.boolean().optional(),
  id: eventId,
  replayed,
  pictures: z.object({ whole: picture.optional(), plate: picture.optional() }).optional(),
})

export const gatePush = z.object({
  result: z.enum(['passed', 'refused']),
  time: instant,
  /** The work number. */
  personNo: text(64).optional(),
  personName: text(64).optional(),
  cardNo: text(64).optional(),
  direction,
  passType: z.enum(['face', 'card', 'qr', 'finger', 'idCard', 'remote', 'other']).optional(),
  /** Why it was refused, in the device's words. */
  reason: text(100).optional(),
  /** °C. */
  temperature: z.number().min(30).max(45).optional(),
  id: eventId,
  replayed,
  picture: picture.optional(),
})
