import { z } from 'zod'
import { alarmCondition, alarmLevel, handlingStatus } from '../alarms/entities.ts'
import { faultKind } from '../health/fault.ts'
import { recordFields, time } from '../kernel/shapes.ts'

/** Of each kind so many are named at most; the rest is a number. */
export const namedAtMost = 100

const openAlarm = z.object({
  id: z.string(),
  alarmName: z.string(),
  alarmType: z.number().int(),
  ruleId: z.string().nullable(),
  alarmLevel: alarmLevel.schema,
  /** Whose: a person, a plate, a device, a fence. */
  who: z.string(),
  findTime: time,
  status: handlingStatus.schema,
  condition: alarmCondition.schema,
  assignee: z.string(),
  /** Until when it is put aside; null where it is not. */
  shelvedUntil: time.nullable(),
  deptId: z.string().nullable(),
})
const named = z.object({ id: z.string(), name: z.string(), deptId: z.string().nullable() })

const faulty = z.object({
  id: z.string(),
  deviceName: z.string(),
  /** Who wears it; empty where nobody does. */
  userName: z.string(),
  kind: faultKind.schema,
  since: time.nullable(),
  /** Who sees to it; empty where nobody does. */
  owner: z.string(),
  deptId: z.string().nullable(),
})

const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    total: z.number().int(),
    /** The first of them; of what somebody else gave those alone that the reader sees, which then are the total. */
    list: z.array(item),
  })

/** How the site stands, as far as who asks sees it; null of what he may not see at all, which is not none. */
export const shiftFacts = z
  .object({
    /** Level one first, then the newest. */
    open: listOf(openAlarm).nullable(),
    shelved: listOf(openAlarm).nullable(),
    /** Fences that are switched off. */
    fencesOff: listOf(named).nullable(),
    /** What is wrong with devices, the newest first. */
    faults: listOf(faulty).nullable(),
  })
  .meta({ id: 'ShiftFacts' })
export type ShiftFacts = z.output<typeof shiftFacts>
/** All of it, whoever may see what. */
export type WholeShiftFacts = { readonly [Kind in keyof ShiftFacts]: NonNullable<ShiftFacts[Kind]> }

/** One shift that was handed over, with how the site stood then. */
export const shiftHandover = z
  .object({
    ...recordFields,
    givenBy: z.string(),
    givenAt: time,
    /** To whom it was to be handed over; empty where it is to whoever comes. Whoever comes may take it all the same. */
    toUser: z.string(),
    note: z.string(),
    facts: shiftFacts,
    /** Empty until somebody has taken it. */
    takenBy: z.string(),
    takenAt: time.nullable(),
    /** When whoever gave it took it back: then nobody takes it. */
    withdrawnAt: time.nullable(),
    deptId: z.string().nullable(),
    deptName: z.string().nullable(),
    /** Whoever asks may take it: it waits, and somebody else gave it. */
    mine: z.boolean(),
    /** Whoever asks gave it. */
    own: z.boolean(),
  })
  .meta({ id: 'ShiftHandover' })
export type ShiftHandover = z.output<typeof shiftHandover>
