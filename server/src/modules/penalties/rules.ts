import type { PenaltyRule } from '@vigil/contract/penalties/entities.ts'

/** By how many per cent a limit was exceeded; null of a stop where stopping is forbidden. */
type Offence = number | null

const pointsOf = (offence: Offence, rule: PenaltyRule): number => {
  if (offence === null) return rule.parkingPoints
  if (offence >= rule.highPercent) return rule.highPoints
  return offence >= rule.lowPercent ? rule.lowPoints : 0
}

/** What follows from an offence of a vehicle that has so many warnings that still count. */
export const consequenceOf = (
  offence: Offence,
  rule: PenaltyRule,
  warnings: number,
): { readonly kind: 'warning' | 'points'; readonly points: number } => {
  const points = pointsOf(offence, rule)
  return points === 0 || warnings < rule.warnings ? { kind: 'warning', points: 0 } : { kind: 'points', points }
}
