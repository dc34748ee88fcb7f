import { z } from 'zod'
import { reportWords } from '../alarms/types.ts'
import { deviceType } from '../devices/entities.ts'
import { latitude, longitude, requiredText } from '../kernel/shapes.ts'

/** What numbers of a report may be, both ends included: metres, metres, km/h, degrees, storeys, percent, °C. */
export const numberLimits = {
  alt: [-1_000, 20_000],
  accuracy: [0, 100_000],
  speed: [0, 500],
  course: [0, 360],
  floor: [-20, 200],
  battery: [0, 100],
  /** Of a device's board. */
  temperature: [-100, 200],
} as const
const within = (name: keyof typeof numberLimits): z.ZodNumber => z.number().min(numberLimits[name][0]).max(numberLimits[name][1])

/** What may be said of a beacon, both ends included. */
export const beaconLimits = { minor: [0, 65_535], rssi: [-200, 50] } as const
/** A beacon that a device heard: its minor, and how strong it was, dBm. */
export const heardBeacon = z.object({
  minor: z.number().int().min(beaconLimits.minor[0]).max(beaconLimits.minor[1]),
  rssi: z.number().min(beaconLimits.rssi[0]).max(beaconLimits.rssi[1]),
})
/** The most beacons that a report may name. */
export const beaconsAtMost = 100
/** The most that one POST may name in all; what it names beyond is left out, which costs neither it nor its reports. */
export const beaconsInPost = 50_000

/**
 * One report of a device, as `POST /ingest/reports` takes it and as every gateway hands it on. `time` is the moment of the
 * fix, ISO 8601 with an offset. Degrees in WGS-84, metres, km/h, degrees clockwise from north, percent. A device without a
 * position says 0/0, null or neither of both: that is answered with `noFix`, and counted against the device; the beacons that it heard are
 * taken all the same. A beacon that cannot be read is left out, which costs neither the others nor the report. One with `sos` is
 * taken whatever else of it can be read: without a place it alarms at the last known one.
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
  alt: within('alt').optional(),
  accuracy: within('accuracy').optional(),
  speed: within('speed').optional(),
  course: within('course').optional(),
  floor: within('floor').int().optional(),
  battery: within('battery').optional(),
  beacons: z.array(heardBeacon).max(beaconsAtMost).optional(),
  sos: z.enum(reportWords).optional(),
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
