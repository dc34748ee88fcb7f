import { z } from 'zod'
import { enumeration } from '../kernel/enumeration.ts'
import { latitude, longitude } from '../kernel/shapes.ts'

/** What a fence forbids or asks for. */
export const fenceType = enumeration({
  noEntry: { code: 'noEntry', zh: '禁入', en: 'No entry' },
  noExit: { code: 'noExit', zh: '禁出', en: 'No exit' },
  headcount: { code: 'headcount', zh: '限员', en: 'Headcount' },
  stay: { code: 'stay', zh: '限时', en: 'Time limit' },
  gathering: { code: 'gathering', zh: '聚集', en: 'Gathering' },
  speed: { code: 'speed', zh: '限速', en: 'Speed limit' },
  still: { code: 'still', zh: '静止', en: 'Standing still' },
  post: { code: 'post', zh: '岗位', en: 'Duty post' },
  assembly: { code: 'assembly', zh: '集合点', en: 'Assembly point' },
  patrol: { code: 'patrol', zh: '巡检', en: 'Patrol' },
})
export type FenceType = z.output<typeof fenceType.schema>
export const fenceShape = enumeration({
  polygon: { code: 'polygon', zh: '多边形', en: 'Polygon' },
  circle: { code: 'circle', zh: '圆', en: 'Circle' },
  corridor: { code: 'corridor', zh: '走廊', en: 'Corridor' },
})
/** Risk of a hazard area, in the colours of the double prevention mechanism. */
export const riskLevel = enumeration({
  major: { code: 1, zh: '重大', en: 'Major' },
  larger: { code: 2, zh: '较大', en: 'High' },
  general: { code: 3, zh: '一般', en: 'Moderate' },
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

export const alarmLevel = enumeration({
  one: { code: 1, zh: '一级', en: 'Level one' },
  two: { code: 2, zh: '二级', en: 'Level two' },
  three: { code: 3, zh: '三级', en: 'Level three' },
})
export type AlarmLevel = z.output<typeof alarmLevel.schema>

/** Fields that mean something to fences of some types alone, by the type: of every other they are empty. */
export const limitsOfType = {
  noEntry: [],
  noExit: [],
  headcount: ['maxCount', 'minCount'],
  stay: ['stayLimit'],
  gathering: ['gatherCount'],
  speed: ['speedLimit'],
  still: ['stillLimit'],
  post: ['minCount', 'stayLimit'],
  assembly: ['minCount', 'stayLimit'],
  patrol: ['stayLimit'],
} as const satisfies Readonly<Record<FenceType, readonly string[]>>

/** Seeds of the confirmation times; a no-entry fence of level one enters at once. */
export const fenceDefaults = { minInside: 10, minOutside: 30, corridorHalfWidth: 25 } as const
/** What a gathering is unless a fence says otherwise: as the guide of 2023 for plants of this kind has it. */
export const gatherDefaults = { radius: 15, seconds: 60 } as const
/** Minutes that a duty post may be short of people unless a fence says otherwise. */
export const postDefaults = { minutes: 5 } as const
