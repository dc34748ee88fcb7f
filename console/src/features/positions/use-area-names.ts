import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import { useCallback } from 'react'
import { useTexts } from '../../shared/i18n/texts.ts'
import { areaAt, type CountedArea } from '../../shared/map/head-count.ts'
import { ringsOf, useAreaName } from '../../shared/map/map-data.ts'
import { positionTexts } from './texts.ts'

/** Areas as they are called in the operator's language, and in which of them a place lies. */
export interface AreaNames {
  readonly rings: readonly CountedArea[]
  readonly nameOf: (area: HazardArea) => string
  readonly placeOf: (lng: number, lat: number) => string
}

export const useAreaNames = (areas: readonly HazardArea[]): AreaNames => {
  const t = useTexts(positionTexts)
  const rings = ringsOf(areas)
  const nameOf = useAreaName()
  const placeOf = useCallback(
    (lng: number, lat: number): string => {
      const id = areaAt(rings, lng, lat)
      const area = areas.find((candidate) => candidate.id === id)
      return area ? nameOf(area) : t('outside')
    },
    [rings, areas, nameOf, t],
  )
  return { rings, nameOf, placeOf }
}
