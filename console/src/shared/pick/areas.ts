import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import type { Rank } from '../find/pinyin.ts'

interface AreaFilter {
  /** A name, pinyin or a code. */
  readonly search: string
  /** Null for every risk. */
  readonly risk: HazardArea['riskLevel'] | null
}
/** How an area is called in the operator's language. */
type NameOf = (area: HazardArea) => string

/** The best place at which an area is meant by either of its names or its code, null where it is not. */
export const areaRank = (area: HazardArea, query: string, rank: Rank, nameOf: NameOf): number | null => {
  if (query === '') return 0
  const ranks = [nameOf(area), area.name, area.code].flatMap((text) => rank(text, query) ?? [])
  return ranks.length === 0 ? null : Math.min(...ranks)
}

/** The hazard areas that are meant, the best first; of equally good ones the greater risk. */
export const foundAreas = (
  areas: readonly HazardArea[],
  { search, risk }: AreaFilter,
  rank: Rank,
  nameOf: NameOf,
): HazardArea[] =>
  areas
    .filter(({ riskLevel }) => risk === null || riskLevel === risk)
    .flatMap((area) => {
      const place = areaRank(area, search.trim(), rank, nameOf)
      return place === null ? [] : [{ area, place }]
    })
    .sort((a, b) => a.place - b.place || a.area.riskLevel - b.area.riskLevel)
    .map(({ area }) => area)
