import { beacon, beaconType } from '@vigil/contract/devices/beacon.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { useMemo } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { planFresh } from '../../shared/map/map-data.ts'
import type { MapLayerProps } from '../../shared/map/map-layer.ts'
import { PointLayer, standing } from '../../shared/map/point-layer.tsx'

/** Bluetooth beacons where they hang. */
export const BeaconLayer = ({ onChoose }: MapLayerProps) => {
  const { language } = useLanguage()
  const { data } = useCall(deviceCalls.listBsBeaconAll, undefined, { staleTime: planFresh })
  const beacons = useMemo(() => (data ? standing(whole(data)).map((row) => ({ ...row, faint: row.enable !== 1 })) : []), [data])
  const choose = (id: string): void => {
    const found = beacons.find((one) => one.id === id)
    if (!found) return
    const battery = found.battery === null ? '' : `${beacon.shown.battery.label[language]} ${found.battery}%`
    const detail = [beaconType.name(found.type, language), `Minor ${found.minor}`, battery].filter(Boolean).join(' · ')
    onChoose({ noun: beacon.name, id, screen: beacon.route, title: found.name, detail })
  }
  return <PointLayer name="beacons" icon="beacon" points={beacons} onChoose={choose} />
}
