import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import type { Basemap } from '@vigil/contract/site/entities.ts'
import { useCallback, useMemo } from 'react'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { areaAt, type CountedArea } from '../../shared/map/head-count.ts'
import { englishNames, useRings } from '../../shared/map/map-data.ts'
import { positionTexts } from './texts.ts'

/** Areas as they are called in the operator's language, and in which of them a place lies. */
export interface AreaNames {
  readonly rings: readonly CountedArea[]
  readonly nameOf: (area: HazardArea) => string
  readonly placeOf: (lng: number, lat: number) => string
}

export const useAreaNames = (areas: readonly HazardArea[], basemap: Basemap): AreaNames => {
  const t = useTexts(positionTexts)
  const { language } = useLanguage()
  const rings = useRings(areas)
  const english = useMemo(() => englishNames(basemap), [basemap])
  const nameOf = useCallback(
    (area: HazardArea): string => (language === 'en' ? (english.get(area.name) ?? area.name) : area.name),
    [english, language],
  )
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
