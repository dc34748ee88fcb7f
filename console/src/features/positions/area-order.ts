import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'

type Area = Pick<HazardArea, 'id' | 'maxCount'>

/** Where it is dangerous first, then how full they are against their limits, then how many are there, then as they came. */
export const areasByDanger = <Row extends Area>(
  areas: readonly Row[],
  counts: ReadonlyMap<string, number>,
  levels: ReadonlyMap<string, number>,
): Row[] => {
  const countOf = ({ id }: Area): number => counts.get(id) ?? 0
  const danger = ({ id }: Area): number => levels.get(id) ?? 9
  const full = (area: Area): number => (area.maxCount === null ? 0 : countOf(area) / area.maxCount)
  return [...areas].sort((a, b) => danger(a) - danger(b) || full(b) - full(a) || countOf(b) - countOf(a))
}

/** The same rows in the order in which their ids are held; those that are new come last. */
export const heldInOrder = <Row extends { readonly id: string }>(rows: readonly Row[], ids: readonly string[]): Row[] => {
  const placeOf = ({ id }: Row): number => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return [...rows].sort((a, b) => placeOf(a) - placeOf(b))
}
