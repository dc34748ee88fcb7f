import { barrierGate, gateDirection, gateKind } from '@vigil/contract/gates/barrier-gate.ts'
import { gateCalls } from '@vigil/contract/gates/calls.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { useMemo } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { planFresh } from '../../shared/map/map-data.ts'
import type { MapLayerProps } from '../../shared/map/map-layer.ts'
import { PointLayer, standing } from '../../shared/map/point-layer.tsx'

/** Barriers and turnstiles where they stand. */
export const GateLayer = ({ onChoose }: MapLayerProps) => {
  const { language } = useLanguage()
  const { data } = useCall(gateCalls.listBsBarrierGateAll, undefined, { staleTime: planFresh })
  const gates = useMemo(() => (data ? standing(whole(data)).map((row) => ({ ...row, faint: row.enable !== 1 })) : []), [data])
  const choose = (id: string): void => {
    const found = gates.find((gate) => gate.id === id)
    if (!found) return
    const detail = [gateKind.name(found.kind, language), gateDirection.name(found.direction, language)].join(' · ')
    onChoose({ noun: barrierGate.name, id, screen: barrierGate.route, title: found.name, detail })
  }
  return <PointLayer name="gates" icon="gate" points={gates} onChoose={choose} />
}
