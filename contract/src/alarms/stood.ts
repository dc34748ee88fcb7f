import { z } from 'zod'
import { time } from '../kernel/shapes.ts'
import { alarm, alarmCondition, handlingStatus } from './entities.ts'

/** An alarm as it stood from one moment to before another, null for until now. */
export const alarmStretch = z
  .object({
    from: time,
    to: time.nullable(),
    status: handlingStatus.schema,
    condition: alarmCondition.schema,
    /** Put aside then. */
    shelved: z.boolean(),
  })
  .meta({ id: 'AlarmStretch' })
export type AlarmStretch = z.output<typeof alarmStretch>

export const alarmStood = z.object({ alarm, stretches: z.array(alarmStretch) }).meta({ id: 'AlarmStood' })
export type AlarmStood = z.output<typeof alarmStood>

/** Alarms that are told of one time at most: the newest. */
export const stoodAtMost = 1_000
/** Of so many moving objects at a time: as many as a screen opens at once. */
export const stoodOfObjectsAtMost = 200
