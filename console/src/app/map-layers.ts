import { joinedLayers, type MapLayers } from '../shared/map/map-layer.ts'

const features = import.meta.glob<{ readonly mapLayers?: MapLayers }>('../features/*/index.ts', { eager: true })

/** What maps show: the layers that every `features/<domain>/index.ts` exports, from the ground up. */
export const mapLayers: MapLayers = joinedLayers(Object.values(features).map(({ mapLayers: own = [] }) => own))
