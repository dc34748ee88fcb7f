import { RoadSegments } from './road-segments.tsx'
import { useRoadView } from './road-view.tsx'
import { SpeedCameras } from './speed-cameras.tsx'

/** 测速点管理: where the speed of vehicles is measured, and where it is limited. */
export const SpeedPlaces = () => (useRoadView() === 'segments' ? <RoadSegments /> : <SpeedCameras />)
