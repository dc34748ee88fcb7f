import { z } from 'zod'
import { enumeration } from '../kernel/enumeration.ts'
import { time, longitude, latitude } from '../kernel/shapes.ts'

export const deviceType = enumeration(
  {
    hat: { code: 'hat', zh: '安全帽', en: 'Helmet' },
    badge: { code: 'badge', zh: '工牌', en: 'Badge' },
    car: { code: 'car', zh: '车辆', en: 'Vehicle' },
  },
  { zh: '其他', en: 'Other' },
)
export type DeviceType = z.output<typeof deviceType.schema>

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

/** A registered device whose reports are set aside since its clock is ahead. */
export const clockSkew = z
  .object({
    deviceType: z.string(),
    deviceId: z.string(),
    name: z.string(),
    deptName: z.string().nullable(),
    userName: z.string().nullable(),
    firstSeen: time,
    lastSeen: time,
    /** By how many seconds its clock was ahead when it last reported. */
    skewSeconds: z.number().int(),
    /** Reports set aside. */
    count: z.number().int(),
  })
  .meta({ id: 'ClockSkew' })

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
