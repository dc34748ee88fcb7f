import { hazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import { AreaPills } from '../../shared/map/area-pills.tsx'
import { ringsOf, useAreaName, useHazardAreas } from '../../shared/map/map-data.ts'
import type { MapLayerProps } from '../../shared/map/map-layer.ts'
import { useMovingAlarms } from '../../shared/moving/moving-source.ts'

/** How many people are in each hazard area, written upon it. */
export const HeadCountLayer = ({ onChoose }: MapLayerProps) => {
  const { areas } = useHazardAreas()
  const { byArea } = useMovingAlarms()
  const nameOf = useAreaName()
  return (
    <AreaPills
      areas={areas}
      nameOf={nameOf}
      rings={ringsOf(areas)}
      levels={byArea}
      onChoose={({ id }) => onChoose({ noun: hazardArea.name, id })}
    />
  )
}
