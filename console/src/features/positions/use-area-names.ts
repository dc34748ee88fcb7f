import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import { useCallback } from 'react'
import { areaAt, type CountedArea } from '../../shared/map/head-count.ts'
import { ringsOf, useAreaName } from '../../shared/map/map-data.ts'

/** Areas as they are called in the operator's language, and in which of them a place lies. */
export interface AreaNames {
  readonly rings: readonly CountedArea[]
  readonly nameOf: (area: HazardArea | null) => string
  readonly placeOf: (lng: number, lat: number) => string
}

export const useAreaNames = (areas: readonly HazardArea[]): AreaNames => {
  const rings = ringsOf(areas)
  const nameOf = useAreaName()
  const placeOf = useCallback(
    (lng: number, lat: number): string => {
      const id = areaAt(rings, lng, lat)
      return nameOf(areas.find((candidate) => candidate.id === id) ?? null)
    },
    [rings, areas, nameOf],
  )
  return { rings, nameOf, placeOf }
}
