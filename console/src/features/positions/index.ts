import type { SearchProviders } from '../../shared/find/search.ts'
import { mapLayer, type MapLayers } from '../../shared/map/map-layer.ts'
import { screen, type Screens } from '../../shared/screens/screen.ts'

export const screens: Screens = {
  trackRealMgmt: screen(async () => (await import('./live-positions.tsx')).LivePositions, { fills: true }),
}

export const mapLayers: MapLayers = [
  mapLayer(
    { name: 'headCounts', label: { zh: '人数标注', en: 'Headcounts' }, icon: 'user', order: 200 },
    async () => (await import('./head-count-layer.tsx')).HeadCountLayer,
  ),
]

export const searchProviders: SearchProviders = [
  {
    name: 'things',
    title: { zh: '人员、设备和车辆', en: 'People, devices and vehicles' },
    order: 10,
    permission: 'trackRealMgmt',
    search: async (...asked) => (await import('./search-provider.ts')).searchThings(...asked),
  },
]
