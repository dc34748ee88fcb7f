import { z } from 'zod'
import { deviceType } from '../devices/entities.ts'
import { latitude, longitude, requiredText } from '../kernel/shapes.ts'

/**
 * One report of a device, as `POST /ingest/reports` takes it and as every gateway hands it on. `time` is the moment of the
 * fix, ISO 8601 with an offset. Degrees in WGS-84, metres, km/h, degrees clockwise from north, percent.
 */
export const report = z.object({
  deviceType: deviceType.schema,
  deviceId: requiredText(64),
  time: z
    .string()
    .regex(/^[1-9]\d{3}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/, 'not a time as ISO 8601 with an offset')
    .refine((text) => !Number.isNaN(Date.parse(text)), 'no such time'),
  lng: longitude,
  lat: latitude,
  alt: z.number().min(-1_000).max(20_000).optional(),
  accuracy: z.number().min(0).max(100_000).optional(),
  speed: z.number().min(0).max(500).optional(),
  course: z.number().min(0).max(360).optional(),
  floor: z.number().int().min(-20).max(200).optional(),
  battery: z.number().min(0).max(100).optional(),
  beacons: z
    .array(z.object({ minor: z.number().int().min(0).max(65_535), rssi: z.number().min(-200).max(50) }))
    .max(100)
    .optional(),
  sos: z.enum(['press', 'silent']).optional(),
})
export type Report = z.output<typeof report>

/** The most reports one POST may carry. */
export const reportsAtMost = 2_000

/** The answer to a batch, sent after its commit. */
export const reportsAnswer = z.object({
  accepted: z.number().int(),
  duplicate: z.number().int(),
  rejected: z.array(z.object({ index: z.number().int(), reason: z.string() })),
})
export type ReportsAnswer = z.output<typeof reportsAnswer>
