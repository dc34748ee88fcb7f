import { mapLayer, type MapLayers } from '../../shared/map/map-layer.ts'
import { screen, type Screens } from '../../shared/screens/screen.ts'

export const screens: Screens = {
  hazardPointMgmt: screen(async () => (await import('./hazard-points.tsx')).HazardPoints),
  hazardAreaMgmt: screen(async () => (await import('./hazard-areas.tsx')).HazardAreas),
  dangAreaDrawMgmt: screen(async () => (await import('./fences-screen.tsx')).FencesScreen, { fills: true }),
}

export const mapLayers: MapLayers = [
  mapLayer(
    { name: 'fences', label: { zh: '围栏', en: 'Fences' }, icon: 'fence', order: 10 },
    async () => (await import('./fence-layer.tsx')).FenceLayer,
    async () => (await import('./fence-layer.tsx')).FenceCount,
  ),
  mapLayer(
    { name: 'hazardAreas', label: { zh: '危险区域', en: 'Hazard areas' }, icon: 'polygon', order: 5, shown: 'asked' },
    async () => (await import('./hazard-area-layer.tsx')).HazardAreaLayer,
  ),
  mapLayer(
    { name: 'areasInAlarm', label: { zh: '报警区域', en: 'Areas in alarm' }, icon: 'danger', order: 20, always: true },
    async () => (await import('./hazard-area-layer.tsx')).AreaInAlarmLayer,
  ),
  mapLayer(
    { name: 'hazardPoints', label: { zh: '危险源', en: 'Hazard sources' }, icon: 'danger', order: 30, shown: 'asked' },
    async () => (await import('./hazard-point-layer.tsx')).HazardPointLayer,
  ),
]
