import { joinedLayers, type MapLayers } from '../shared/map/map-layer.ts'
import { features } from './features.ts'

/** What maps show: the layers that features export, from the ground up. */
export const mapLayers: MapLayers = joinedLayers(features.map(({ mapLayers: own = [] }) => own))
