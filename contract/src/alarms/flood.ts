import type { Alarm } from './entities.ts'
import { isCry } from './types.ts'

/** A flood begins with more than `from` alarms within so many milliseconds, and ends with fewer than `below`. */
export const floodBounds = { within: 600_000, from: 10, below: 5 } as const

/** Whether a flood lasts, by whether it did and how many alarms were raised within its time by now. */
export const isFlood = (lasted: boolean, count: number): boolean =>
  lasted ? count >= floodBounds.below : count > floodBounds.from

/** What raised it: alarms of one cause are a group during a flood. */
export const causeOf = ({ alarmType, ruleId, areaId }: Pick<Alarm, 'alarmType' | 'ruleId' | 'areaId'>): string =>
  ruleId !== null ? `${alarmType} rule ${ruleId}` : areaId !== null ? `${alarmType} area ${areaId}` : String(alarmType)

/** Whether a flood may put it into a group: never what is of level one, nor somebody who calls for help. */
export const isGrouped = ({ alarmLevel, alarmType }: Pick<Alarm, 'alarmLevel' | 'alarmType'>): boolean =>
  alarmLevel > 1 && !isCry(alarmType)
