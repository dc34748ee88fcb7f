import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import type { Feature } from 'geojson'
import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl'
import { useMemo } from 'react'
import { useThemeMode } from '../theme/mode.ts'
import type { Palette } from '../theme/palette.ts'
import { labelFont } from './basemap-style.ts'
import { areaOf, boundsOf } from './geometry.ts'
import { useFeatures } from './layers.ts'
import { useAreaName } from './map-data.ts'
import { useClicks } from './use-clicks.ts'

interface RiskZonesProps {
  readonly areas: readonly HazardArea[]
  /** It stands out. */
  readonly chosen?: string | null
  /** Clicked, the smallest where several lie above each other; absent: they are only shown. */
  readonly onChoose?: ((id: string) => void) | undefined
  /** False: they are not named; true unless said. */
  readonly names?: boolean
}

const fillLayer = 'risk-zone-fill'

const source = 'risk-zones'
const namesSource = 'risk-zone-names'

const shapeOf = ({ id, points, riskLevel }: HazardArea, chosen: string | null): Feature => ({
  type: 'Feature',
  properties: { id, risk: riskLevel, chosen: id === chosen },
  geometry: { type: 'Polygon', coordinates: [[...points, ...points.slice(0, 1)]] },
})

const nameAt = ({ id, points }: HazardArea, name: string, chosen: string | null): Feature[] => {
  const bounds = boundsOf(points)
  if (!bounds) return []
  const coordinates = [(bounds.west + bounds.east) / 2, (bounds.south + bounds.north) / 2]
  return [
    {
      type: 'Feature',
      properties: { name, first: id === chosen ? 0 : 1 },
      geometry: { type: 'Point', coordinates },
    },
  ]
}

const shapeLayers = ({ level1, level2, level3, primary }: Palette): LayerSpecification[] => {
  const colour: ExpressionSpecification = ['match', ['get', 'risk'], 1, level1, 2, level2, 3, level3, primary]
  const whenChosen = (yes: number, no: number): ExpressionSpecification => ['case', ['get', 'chosen'], yes, no]
  return [
    { id: fillLayer, type: 'fill', source, paint: { 'fill-color': colour, 'fill-opacity': whenChosen(0.34, 0.1) } },
    {
      id: 'risk-zone-line',
      type: 'line',
      source,
      layout: { 'line-join': 'round' },
      paint: { 'line-color': colour, 'line-width': whenChosen(3, 1.5), 'line-opacity': whenChosen(1, 0.8) },
    },
  ]
}

const nameLayers = (palette: Palette): LayerSpecification[] => [
  {
    id: 'risk-zone-name',
    type: 'symbol',
    source: namesSource,
    layout: {
      'text-field': ['get', 'name'],
      'text-font': labelFont,
      'text-size': 14,
      'text-max-width': 9,
      'text-padding': 3,
      'text-variable-anchor': ['center', 'top', 'bottom'],
      'text-radial-offset': 0.3,
      'symbol-sort-key': ['get', 'first'],
    },
    paint: { 'text-color': palette.mapLabel, 'text-halo-color': palette.mapHalo, 'text-halo-width': 1.8 },
  },
]

/** Every hazard area in the colour of its risk, with its name. */
export const RiskZones = ({ areas, chosen = null, onChoose, names: named = true }: RiskZonesProps) => {
  const { palette } = useThemeMode()
  const nameOf = useAreaName()
  const shown = useMemo(() => [...areas].sort((a, b) => areaOf(b.points) - areaOf(a.points)), [areas])
  const shapes = useMemo(() => shown.map((area) => shapeOf(area, chosen)), [shown, chosen])
  const names = useMemo(
    () => (named ? shown.flatMap((area) => nameAt(area, nameOf(area), chosen)) : []),
    [named, shown, chosen, nameOf],
  )
  useFeatures(
    source,
    shapes,
    useMemo(() => shapeLayers(palette), [palette]),
  )
  useFeatures(
    namesSource,
    names,
    useMemo(() => nameLayers(palette), [palette]),
    'labels',
  )
  useClicks(fillLayer, onChoose ?? null)
  return null
}
