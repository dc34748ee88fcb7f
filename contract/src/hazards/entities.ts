import { z } from 'zod'
import { deviceType } from '../devices/entities.ts'
import { enumeration } from '../kernel/enumeration.ts'
import { id, latitude, longitude, recordFields, requiredName, text, timeOfDay } from '../kernel/shapes.ts'

/** What a fence forbids or asks for. */
export const fenceType = enumeration({
  noEntry: { code: 'noEntry', zh: '禁入', en: 'No entry' },
  noExit: { code: 'noExit', zh: '禁出', en: 'No exit' },
})
export const fenceShape = enumeration({
  polygon: { code: 'polygon', zh: '多边形', en: 'Polygon' },
  circle: { code: 'circle', zh: '圆', en: 'Circle' },
  corridor: { code: 'corridor', zh: '走廊', en: 'Corridor' },
})
/** Risk of a hazard area, in the colours of the double prevention mechanism. */
export const riskLevel = enumeration({
  major: { code: 1, zh: '重大', en: 'Major' },
  larger: { code: 2, zh: '较大', en: 'Larger' },
  general: { code: 3, zh: '一般', en: 'General' },
  low: { code: 4, zh: '低', en: 'Low' },
})
export const equipmentArea = enumeration({
  cementMill: { code: 'SNM', zh: '水泥磨', en: 'Cement mill' },
  preheater: { code: 'YRQ', zh: '预热器', en: 'Preheater' },
  coalMill: { code: 'MM', zh: '煤磨', en: 'Coal mill' },
  inclinedChain: { code: 'XLL', zh: '斜拉链', en: 'Inclined chain' },
})
const hazardSource = { zh: '危险源', en: 'Hazard source' } as const
/** Kind of an object put on the map: 1 positioning, otherwise hazard source, which is saved as 0. */
export const objectKind = enumeration(
  { hazard: { code: 0, ...hazardSource }, positioning: { code: 1, zh: '定位', en: 'Positioning' } },
  hazardSource,
)

/** `[longitude, latitude]` in WGS-84 degrees. */
export const point = z.tuple([longitude, latitude])
export type Point = z.output<typeof point>

const clock = z.string().regex(...timeOfDay)
/**
 * When a fence holds: on the named weekdays (1 Monday … 7 Sunday) from `from` to `to`; a `to` not after `from` ends on the
 * next day. No period at all means always.
 */
export const schedulePeriod = z.object({
  days: z.array(z.number().int().min(1).max(7)).min(1).max(7),
  from: clock,
  to: clock,
})
export type SchedulePeriod = z.output<typeof schedulePeriod>

export const alarmLevel = enumeration({
  one: { code: 1, zh: '一级', en: 'Level one' },
  two: { code: 2, zh: '二级', en: 'Level two' },
  three: { code: 3, zh: '三级', en: 'Level three' },
})
export type AlarmLevel = z.output<typeof alarmLevel.schema>

/** Seeds of the confirmation times; a no-entry fence of level one enters at once. */
export const fenceDefaults = { minInside: 10, minOutside: 30, corridorHalfWidth: 25 } as const

const fenceShapeFields = {
  type: fenceType.schema,
  shape: fenceShape.schema,
  /** Polygon: its ring without the repeated first point. Circle: its centre. Corridor: its middle line. */
  points: z.array(point).min(1).max(500),
  /** Metres; of a circle. */
  radius: z.number().min(1).max(50_000).nullable().default(null),
  /** Metres to each side; of a corridor. */
  halfWidth: z.number().min(1).max(5_000).nullable().default(null),
  floor: z.number().int().min(-20).max(200).nullable().default(null),
  level: alarmLevel.schema,
  schedule: z.array(schedulePeriod).max(50).default([]),
  allowDeptIds: z.array(id).max(500).default([]),
  allowUserIds: z.array(id).max(2000).default([]),
  /** Which kinds of device it watches; empty for all. */
  deviceTypes: z.array(deviceType.schema).max(3).default([]),
  /** Seconds inside before an entry counts. */
  minInside: z.number().int().min(0).max(3600).default(fenceDefaults.minInside),
  /** Seconds outside before a leave counts. */
  minOutside: z.number().int().min(0).max(3600).default(fenceDefaults.minOutside),
}
export const fenceFields = {
  name: requiredName(64),
  ...fenceShapeFields,
  deptId: id.nullable().default(null),
  areaId: id.nullable().default(null),
  enable: z.union([z.literal(0), z.literal(1)]).default(1),
  /** `#rrggbb`, empty for the colour of the level. */
  colour: z.union([z.literal(''), z.string().regex(/^#[0-9a-fA-F]{6}$/, 'not a colour as #rrggbb')]).default(''),
  remark: text(500).default(''),
}
export const fence = z
  .object({
    ...recordFields,
    ...fenceFields,
    deptName: z.string().nullable(),
    areaName: z.string().nullable(),
  })
  .meta({ id: 'Fence' })
export type Fence = z.output<typeof fence>
