/** How near an area is to its limit. */
export type Fullness = 'calm' | 'near' | 'over'

/** `near` from nine tenths of the limit on, `over` beyond it; an area without a limit is calm. */
export const fullnessOf = (count: number, most: number | null): Fullness => {
  if (most === null) return 'calm'
  if (count > most) return 'over'
  return count >= most * 0.9 ? 'near' : 'calm'
}
