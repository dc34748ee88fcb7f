import { hazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import { ringsOf, useAreaLevels, useHazardAreas } from '../../shared/map/map-data.ts'
import type { MapLayerProps } from '../../shared/map/map-layer.ts'
import { RiskZones } from '../../shared/map/risk-zones.tsx'
import { AreaOutlines } from './area-outlines.tsx'

/** Hazard areas in the colour of their risk; their marks name them. */
export const HazardAreaLayer = () => {
  const { areas } = useHazardAreas()
  return <RiskZones areas={areas} names={false} />
}

/** Hazard areas, outlined while they are chosen or have an alarm. */
export const AreaInAlarmLayer = ({ chosen }: MapLayerProps) => {
  const { areas } = useHazardAreas()
  const levels = useAreaLevels(ringsOf(areas))
  return <AreaOutlines areas={areas} levels={levels} chosen={chosen?.noun === hazardArea.name ? chosen.id : null} />
}
