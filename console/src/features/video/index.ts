import { mapLayer, type MapLayers } from '../../shared/map/map-layer.ts'
import { screen, type Screens } from '../../shared/screens/screen.ts'

export const screens: Screens = {
  cameraMgmt: screen(async () => (await import('./cameras.tsx')).Cameras),
}

export const mapLayers: MapLayers = [
  mapLayer(
    { name: 'cameras', label: { zh: '摄像机', en: 'Cameras' }, icon: 'camera', order: 36, shown: 'large' },
    async () => (await import('./camera-layer.tsx')).CameraLayer,
  ),
]
