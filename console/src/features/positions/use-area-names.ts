import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import { useCallback } from 'react'
import type { CountedArea } from '../../shared/map/head-count.ts'
import { ringsOf, useAreaName, usePlaceName } from '../../shared/map/map-data.ts'

/** Areas as they are called in the operator's language, and in or near which of them a place lies. */
export interface AreaNames {
  readonly rings: readonly CountedArea[]
  readonly nameOf: (area: HazardArea | null) => string
  readonly placeOf: (lng: number, lat: number) => string
}

export const useAreaNames = (areas: readonly HazardArea[]): AreaNames => {
  const rings = ringsOf(areas)
  const nameOf = useAreaName()
  const placeName = usePlaceName(areas)
  const placeOf = useCallback((lng: number, lat: number): string => placeName(lng, lat) ?? nameOf(null), [placeName, nameOf])
  return { rings, nameOf, placeOf }
}
