import { hazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import { AreaMarks } from './area-marks.tsx'
import { ringsOf, useAreaLevels, useAreaName, useHazardAreas } from '../../shared/map/map-data.ts'
import type { MapLayerProps } from '../../shared/map/map-layer.ts'

/** A mark for each hazard area: its name, how many people are in it, and what is wrong there. */
export const HeadCountLayer = ({ onChoose }: MapLayerProps) => {
  const { areas } = useHazardAreas()
  const rings = ringsOf(areas)
  const levels = useAreaLevels(rings)
  const nameOf = useAreaName()
  return (
    <AreaMarks
      areas={areas}
      nameOf={nameOf}
      rings={rings}
      levels={levels}
      onChoose={({ id }) => onChoose({ noun: hazardArea.name, id })}
    />
  )
}
