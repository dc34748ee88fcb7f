import { hazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import { AreaMarks } from './area-marks.tsx'
import { ringsOf, useAreaName, useHazardAreas } from '../../shared/map/map-data.ts'
import type { MapLayerProps } from '../../shared/map/map-layer.ts'
import { useMovingAlarms } from '../../shared/moving/moving-source.ts'

/** A mark for each hazard area: its name, how many people are in it, and what is wrong there. */
export const HeadCountLayer = ({ onChoose }: MapLayerProps) => {
  const { areas } = useHazardAreas()
  const { byArea } = useMovingAlarms()
  const nameOf = useAreaName()
  return (
    <AreaMarks
      areas={areas}
      nameOf={nameOf}
      rings={ringsOf(areas)}
      levels={byArea}
      onChoose={({ id }) => onChoose({ noun: hazardArea.name, id })}
    />
  )
}
