import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import type { Feature } from 'geojson'
import type { ExpressionSpecification, LayerSpecification, MapMouseEvent } from 'maplibre-gl'
import { useEffect, useMemo, useRef } from 'react'
import { useThemeMode } from '../theme/mode.ts'
import { labelFont } from './basemap-style.ts'
import { areaOf, boundsOf } from './geometry.ts'
import { useFeatures } from './layers.ts'
import { useAreaName } from './map-data.ts'
import { useStage } from './map-view.tsx'

interface RiskZonesProps {
  readonly areas: readonly HazardArea[]
  /** It stands out. */
  readonly chosen?: string | null
  /** Clicked, the smallest where several lie above each other; absent: they are only shown. */
  readonly onChoose?: ((id: string) => void) | undefined
}

const fillLayer = 'risk-zone-fill'

/** Every hazard area in the colour of its risk, with its name. */
export const RiskZones = ({ areas, chosen = null, onChoose }: RiskZonesProps) => {
  const { map } = useStage()
  const { palette } = useThemeMode()
  const nameOf = useAreaName()
  const latest = useRef(onChoose)
  useEffect(() => {
    latest.current = onChoose
  })

  const shown = useMemo(() => [...areas].sort((a, b) => areaOf(b.points) - areaOf(a.points)), [areas])
  const shapes = useMemo(
    () =>
      shown.map(
        ({ id, points, riskLevel }): Feature => ({
          type: 'Feature',
          properties: { id, risk: riskLevel, chosen: id === chosen },
          geometry: { type: 'Polygon', coordinates: [[...points, ...points.slice(0, 1)]] },
        }),
      ),
    [shown, chosen],
  )
  const names = useMemo(
    () =>
      shown.flatMap(({ id, name, points }): Feature[] => {
        const bounds = boundsOf(points)
        if (!bounds) return []
        const coordinates = [(bounds.west + bounds.east) / 2, (bounds.south + bounds.north) / 2]
        return [
          {
            type: 'Feature',
            properties: { name: nameOf({ name }), first: id === chosen ? 0 : 1 },
            geometry: { type: 'Point', coordinates },
          },
        ]
      }),
    [shown, chosen, nameOf],
  )
  const shapeLayers = useMemo((): LayerSpecification[] => {
    const colour: ExpressionSpecification = [
      'match',
      ['get', 'risk'],
      1,
      palette.level1,
      2,
      palette.level2,
      3,
      palette.level3,
      palette.primary,
    ]
    const whenChosen = (yes: number, no: number): ExpressionSpecification => ['case', ['get', 'chosen'], yes, no]
    return [
      {
        id: fillLayer,
        type: 'fill',
        source: 'risk-zones',
        paint: { 'fill-color': colour, 'fill-opacity': whenChosen(0.34, 0.1) },
      },
      {
        id: 'risk-zone-line',
        type: 'line',
        source: 'risk-zones',
        layout: { 'line-join': 'round' },
        paint: { 'line-color': colour, 'line-width': whenChosen(3, 1.5), 'line-opacity': whenChosen(1, 0.8) },
      },
    ]
  }, [palette])
  const nameLayers = useMemo(
    (): LayerSpecification[] => [
      {
        id: 'risk-zone-name',
        type: 'symbol',
        source: 'risk-zone-names',
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
    ],
    [palette],
  )
  useFeatures('risk-zones', shapes, shapeLayers)
  useFeatures('risk-zone-names', names, nameLayers, 'labels')

  const listens = onChoose !== undefined
  useEffect(() => {
    if (!listens) return undefined
    const canvas = map.getCanvas()
    const under = ({ point }: MapMouseEvent): string | null => {
      if (!map.getLayer(fillLayer)) return null
      // What is drawn last, the smallest, comes first.
      const id: unknown = map.queryRenderedFeatures(point, { layers: [fillLayer] })[0]?.properties['id']
      return typeof id === 'string' ? id : null
    }
    const clicked = (event: MapMouseEvent): void => {
      const id = under(event)
      if (id !== null) latest.current?.(id)
    }
    const moved = (event: MapMouseEvent): void => {
      canvas.style.cursor = under(event) === null ? '' : 'pointer'
    }
    map.on('click', clicked)
    map.on('mousemove', moved)
    return () => {
      canvas.style.cursor = ''
      map.off('click', clicked)
      map.off('mousemove', moved)
    }
  }, [map, listens])
  return null
}
