import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { riskLevel } from '@vigil/contract/hazards/entities.ts'
import { hazardPoint } from '@vigil/contract/hazards/hazard-point.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import type { LayerSpecification } from 'maplibre-gl'
import { useMemo } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { circleAround } from '../../shared/map/geometry.ts'
import { useFeatures } from '../../shared/map/layers.ts'
import { planFresh } from '../../shared/map/map-data.ts'
import type { MapLayerProps } from '../../shared/map/map-layer.ts'
import { PointLayer, standing } from '../../shared/map/point-layer.tsx'
import { useThemeMode } from '../../shared/theme/mode.ts'
import { outline } from './outline.ts'

const source = 'hazard-point-radius'

/** Hazard sources, and how near is too near. */
export const HazardPointLayer = ({ onChoose }: MapLayerProps) => {
  const { language } = useLanguage()
  const { palette } = useThemeMode()
  const { data } = useCall(hazardCalls.listBsHazardPointAll, undefined, { staleTime: planFresh })
  const points = useMemo(() => (data ? standing(whole(data)).map((row) => ({ ...row, faint: row.enable !== 1 })) : []), [data])
  const circles = useMemo(
    () =>
      points.flatMap(({ lng, lat, radius, enable }) =>
        radius === null || enable !== 1 ? [] : [outline(circleAround([lng, lat], radius), {})],
      ),
    [points],
  )
  const layers = useMemo(
    (): LayerSpecification[] => [
      {
        id: source,
        type: 'line',
        source,
        paint: { 'line-color': palette.mapLabelSoft, 'line-width': 1, 'line-dasharray': [3, 3] },
      },
    ],
    [palette],
  )
  useFeatures(source, circles, layers)
  const choose = (id: string): void => {
    const found = points.find((point) => point.id === id)
    if (!found) return
    const detail = [hazardPoint.word[language], riskLevel.name(found.riskLevel, language), found.responsible]
      .filter(Boolean)
      .join(' · ')
    onChoose({ noun: hazardPoint.name, id, screen: hazardPoint.route, title: found.name, detail })
  }
  return <PointLayer name="hazard-points" icon="danger" points={points} onChoose={choose} />
}
