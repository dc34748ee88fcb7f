import { mapLayer, type MapLayers } from '../../shared/map/map-layer.ts'
import { screen, type Screens } from '../../shared/screens/screen.ts'

export const screens: Screens = {
  hatMgmt: screen(async () => (await import('./hats.tsx')).Hats),
  badgeMgmt: screen(async () => (await import('./badges.tsx')).Badges),
  carMgmt: screen(async () => (await import('./cars.tsx')).Cars),
  beaconMgmt: screen(async () => (await import('./beacons.tsx')).Beacons),
  beaconLocationMgmt: screen(async () => (await import('./beacon-places/beacon-places.tsx')).BeaconPlaces),
  hatOnlineListMgmt: screen(async () => (await import('./online-hats.tsx')).OnlineHats),
  hatInterfaceMgmt: screen(async () => (await import('./helmet-interface.tsx')).HelmetInterface),
  loraGateMgmt: screen(async () => (await import('./lora-gateways.tsx')).LoraGateways),
}

export const mapLayers: MapLayers = [
  mapLayer(
    { name: 'beacons', label: { zh: '蓝牙信标', en: 'Beacons' }, icon: 'beacon', order: 32, shown: 'asked' },
    async () => (await import('./beacon-layer.tsx')).BeaconLayer,
  ),
]
