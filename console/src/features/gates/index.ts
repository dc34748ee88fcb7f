import { mapLayer, type MapLayers } from '../../shared/map/map-layer.ts'
import { screen, type Screens } from '../../shared/screens/screen.ts'

export const screens: Screens = {
  guardDeskMgmt: screen(async () => (await import('./desk.tsx')).Desk),
  personOutInMgmt: screen(async () => (await import('./access-list.tsx')).Passes),
  visitRecordMgmt: screen(async () => (await import('./visits-list.tsx')).Visits),
  barrierGateMgmt: screen(async () => (await import('./barrier-gates.tsx')).BarrierGates),
}

export const mapLayers: MapLayers = [
  mapLayer(
    { name: 'gates', label: { zh: '道闸', en: 'Gates' }, icon: 'gate', order: 34, shown: 'large' },
    async () => (await import('./gate-layer.tsx')).GateLayer,
  ),
]
