import { z } from 'zod'
import { enumeration } from '../kernel/enumeration.ts'
import { id, time } from '../kernel/shapes.ts'

export const penaltyKind = enumeration({
  warning: { code: 'warning', zh: '警告', en: 'Warning' },
  points: { code: 'points', zh: '记分', en: 'Points' },
  barred: { code: 'barred', zh: '列入黑名单', en: 'Barred' },
})
/** What a step may follow from. */
export const penaltyRecord = enumeration({
  speedingRecord: { code: 'speedingRecord', zh: '超速记录', en: 'Speeding record' },
  trafficStop: { code: 'trafficStop', zh: '违停记录', en: 'Illegal stop' },
})
export const longestPenaltyReason = 200

/** The values of the site's rules by which a step was taken, as they were then. */
export const penaltyRule = z.object({
  lowPercent: z.number(),
  highPercent: z.number(),
  lowPoints: z.number(),
  highPoints: z.number(),
  parkingPoints: z.number(),
  warnings: z.number(),
  days: z.number(),
  barAt: z.number(),
  barDays: z.number(),
})
export type PenaltyRule = z.output<typeof penaltyRule>

/** One step of what became of a vehicle. It stays, whatever follows: what is revoked says so. */
export const penaltyStep = z.object({
  id,
  vehicleId: id,
  plateNumber: z.string(),
  kind: penaltyKind.schema,
  points: z.number().int(),
  /** Empty, with `recordId` null, of a vehicle that somebody barred by hand. */
  recordKind: penaltyRecord.schema.or(z.literal('')),
  recordId: id.nullable(),
  /** The step whose points led to this one. */
  causeId: id.nullable(),
  /** By how many per cent the limit was exceeded; null of a stop, and of what is done by hand. */
  percent: z.number().nullable(),
  rule: penaltyRule.nullable(),
  reason: z.string(),
  deptId: id.nullable(),
  deptName: z.string().nullable(),
  at: time,
  by: z.string(),
  /** Until when a warning or points count. */
  countsUntil: time.nullable(),
  /** Until when the vehicle is barred; null of one that is until somebody lifts it. */
  until: time.nullable(),
  /** When a bar ended by itself. */
  endedAt: time.nullable(),
  revokedAt: time.nullable(),
  revokedBy: z.string(),
  revokedFor: z.string(),
})
export type PenaltyStep = z.output<typeof penaltyStep>
