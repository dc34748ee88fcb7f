import { z } from 'zod'
import { deviceType } from '../devices/entities.ts'
import { day, time } from '../kernel/shapes.ts'

/** Days that a fence may be held against, and how much of what it comes to is told one by one. */
export const backTestLimits = { days: [1, 3, 7], alarms: 500, sources: 50 } as const

/** Whom an alarm is of; the fields of the device are null where it is the fence's own. */
const source = z.object({
  deviceType: deviceType.schema.nullable(),
  deviceId: z.string().nullable(),
  label: z.string(),
  userName: z.string().nullable(),
})

/** What a fence would have raised; times are the site's. */
export const backTest = z.object({
  startTime: time,
  endTime: time,
  /** Devices that were judged: those that the fence watches, and the caller sees. */
  looked: z.number().int(),
  /** As long as nobody handles one: what a condition comes to again before that is counted with its alarm. */
  would: z.object({ alarms: z.number().int(), times: z.number().int() }),
  /** Times on every day of the period, the first first. */
  days: z.array(z.object({ day, count: z.number().int() })),
  /** Times of each of whom they are, the most first; of many only the first. Of whoever may not look at tracks, as of the alarms one by one, none. */
  sources: z.array(source.extend({ count: z.number().int() })),
  sourcesTotal: z.number().int(),
  /** Whether the caller may be told where who was: by the permission for tracks. */
  named: z.boolean(),
  /** Each time, the newest first; of many only the newest. */
  alarms: z.array(
    source.extend({
      alarmType: z.number().int(),
      result: z.string(),
      startTime: time,
      /** Null: it goes on. */
      endTime: time.nullable(),
      seconds: z.number().int(),
    }),
  ),
  /** What it did raise in that time; null of a fence that is not saved, and for whoever may see no alarms. */
  raised: z.object({ alarms: z.number().int(), times: z.number().int() }).nullable(),
})
export type BackTest = z.output<typeof backTest>
