import { z } from 'zod'
import { enumeration } from '../kernel/enumeration.ts'
import { id, recordFields, requiredText, text, time, longitude, latitude } from '../kernel/shapes.ts'

export const deviceType = enumeration(
  {
    hat: { code: 'hat', zh: '安全帽', en: 'Helmet' },
    badge: { code: 'badge', zh: '工牌', en: 'Badge' },
    car: { code: 'car', zh: '车辆', en: 'Vehicle' },
  },
  { zh: '其他', en: 'Other' },
)
export type DeviceType = z.output<typeof deviceType.schema>

const enable = z.union([z.literal(0), z.literal(1)]).default(1)
const deptId = id.nullable().default(null)
/** The person who wears or drives it. */
const userId = id.nullable().default(null)
/** What a device calls itself when it reports. */
const reportingId = requiredText(64)

const stored = {
  ...recordFields,
  deptId: z.string().nullable(),
  deptName: z.string().nullable(),
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  enable: z.union([z.literal(0), z.literal(1)]),
  /** Receipt of the last report, null before the first. */
  lastOnline: time.nullable(),
}

export const hatFields = {
  hatNo: requiredText(64),
  imei: reportingId,
  sipId: text(64).default(''),
  mobile: text(20).default(''),
  model: text(64).default(''),
  deptId,
  userId,
  enable,
}
export const hat = z
  .object({
    ...stored,
    hatNo: z.string(),
    imei: z.string(),
    sipId: z.string(),
    mobile: z.string(),
    model: z.string(),
  })
  .meta({ id: 'Hat' })

export const badgeFields = { badgeNo: requiredText(64), devEui: reportingId, deptId, userId, enable }
export const badge = z.object({ ...stored, badgeNo: z.string(), devEui: z.string() }).meta({ id: 'Badge' })

export const carFields = {
  plateNumber: requiredText(20),
  terminalNo: reportingId,
  carType: text(32).default(''),
  deptId,
  userId,
  enable,
}
export const car = z
  .object({ ...stored, plateNumber: z.string(), terminalNo: z.string(), carType: z.string() })
  .meta({ id: 'Car' })

/** What the `…Object…` calls answer: one thing on the map. */
export const mapObject = z
  .object({
    id: z.string(),
    objectType: z.string(),
    deviceId: z.string(),
    name: z.string(),
    deptId: z.string().nullable(),
    lng: longitude.nullable(),
    lat: latitude.nullable(),
    floor: z.number().nullable(),
    online: z.boolean(),
    status: z.string(),
    time: time.nullable(),
  })
  .meta({ id: 'MapObject' })

/** A device that reported without being registered, listed once. */
export const unknownDevice = z
  .object({
    deviceType: z.string(),
    deviceId: z.string(),
    firstSeen: time,
    lastSeen: time,
    count: z.number().int(),
  })
  .meta({ id: 'UnknownDevice' })
