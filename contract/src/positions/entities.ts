import { z } from 'zod'
import { time } from '../kernel/shapes.ts'
import { deviceType } from '../devices/entities.ts'

/** One thing that moves, as the live hub's directory names it; its positions follow in frames by `id`. */
export const liveObject = z.object({
  /** The `id` column of position frames. */
  id: z.number().int(),
  deviceType: deviceType.schema,
  deviceId: z.string(),
  /** Helmet number, badge number or plate. */
  label: z.string(),
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  post: z.string(),
  mobile: z.string(),
  sipId: z.string(),
  deptId: z.string().nullable(),
  deptName: z.string().nullable(),
})
export type LiveObject = z.output<typeof liveObject>

/** GPS / position record. */
export const position = z
  .object({
    deviceType: z.string(),
    deviceId: z.string(),
    deviceName: z.string(),
    userId: z.string().nullable(),
    userName: z.string().nullable(),
    deptName: z.string().nullable(),
    plateNumber: z.string().nullable(),
    lng: z.number(),
    lat: z.number(),
    alt: z.number().nullable(),
    accuracy: z.number().nullable(),
    speed: z.number().nullable(),
    course: z.number().nullable(),
    floor: z.number().nullable(),
    battery: z.number().nullable(),
    temperature: z.number().nullable(),
    fixTime: time,
    recvTime: time,
    late: z.boolean(),
    online: z.boolean(),
  })
  .meta({ id: 'Position' })
export type Position = z.output<typeof position>

/** A device whose track may be looked up, by the names and the department that it has now. */
export const trackedDevice = z
  .object({
    /** As in position frames. */
    id: z.number().int(),
    deviceType: deviceType.schema,
    deviceId: z.string(),
    /** Helmet number, badge number or plate. */
    label: z.string(),
    userId: z.string().nullable(),
    userName: z.string().nullable(),
    deptId: z.string().nullable(),
    deptName: z.string().nullable(),
  })
  .meta({ id: 'TrackedDevice' })
export type TrackedDevice = z.output<typeof trackedDevice>

/** Seconds without a report after which a thing is stale, offline, and not on site any more. */
export const silence = {
  hat: { stale: 30, offline: 300, gone: 1200 },
  badge: { stale: 30, offline: 300, gone: 1200 },
  car: { stale: 60, offline: 600, gone: 1200 },
} as const

/** What no database stores is taken out instead of refused: one strange record does not cost the others. */
const lenientText = z
  .union([z.string().max(4_096), z.number()])
  .transform((value) => String(value).replaceAll('\0', '').toWellFormed())
  .nullish()
/** A helmet live record as the helmet-broadcast page saves it; numbers may come as strings. */
export const helmetLiveRecord = z
  .object({
    device_id: lenientText,
    user_id: lenientText,
    user_name: lenientText,
    sip_id: lenientText,
    mobile: lenientText,
    bat_l: lenientText,
    gps: lenientText,
    net_type: lenientText,
    /** Latitude. */
    x_point: lenientText,
    /** Longitude. */
    y_point: lenientText,
    ctime: lenientText,
    sim_data_num: lenientText,
    bt_signal_info: z.unknown().optional(),
    temperature: lenientText,
    tempdata: lenientText,
  })
  .meta({ id: 'HelmetLiveRecord' })
