import type { Fence } from '@vigil/contract/hazards/fence.ts'
import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import type { Feature } from 'geojson'
import type { LayerSpecification } from 'maplibre-gl'
import { useMemo } from 'react'
import { useThemeMode } from '../theme/mode.ts'
import { fenceOutline } from './geometry.ts'
import { useFeatures } from './layers.ts'

const closed = (ring: readonly (readonly [number, number])[]): [number, number][] =>
  [...ring, ...ring.slice(0, 1)].map(([lng, lat]) => [lng, lat])

const outline = (
  ring: readonly (readonly [number, number])[],
  properties: Readonly<Record<string, string | number>>,
): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Polygon', coordinates: [closed(ring)] },
})

/** Electronic fences: dashed in the colour of their level (or their own), lightly filled. */
export const Fences = ({ fences }: { readonly fences: readonly Fence[] }) => {
  const { palette } = useThemeMode()
  const features = useMemo(
    () =>
      fences
        .filter(({ enable }) => enable === 1)
        .map((fence) => outline(fenceOutline(fence), { level: fence.level, colour: fence.colour })),
    [fences],
  )
  const layers = useMemo((): LayerSpecification[] => {
    const colour = [
      'case',
      ['!=', ['get', 'colour'], ''],
      ['get', 'colour'],
      ['match', ['get', 'level'], 1, palette.level1, 2, palette.level2, palette.level3],
    ] as unknown as string
    return [
      { id: 'fence-fill', type: 'fill', source: 'fences', paint: { 'fill-color': colour, 'fill-opacity': 0.1 } },
      {
        id: 'fence-line',
        type: 'line',
        source: 'fences',
        paint: { 'line-color': colour, 'line-width': 2, 'line-dasharray': [4, 2.5] },
      },
    ]
  }, [palette])
  useFeatures('fences', features, layers)
  return null
}

interface AreaOutlinesProps {
  readonly areas: readonly HazardArea[]
  /** Worst level of the open alarms in an area, by its id. */
  readonly levels: ReadonlyMap<string, number>
  /** The area that the operator looks at. */
  readonly chosen: string | null
}

/** Hazard areas: outlined while they are chosen or have an alarm. */
export const AreaOutlines = ({ areas, levels, chosen }: AreaOutlinesProps) => {
  const { palette } = useThemeMode()
  const features = useMemo(
    () => areas.map(({ id, points }) => outline(points, { level: levels.get(id) ?? (id === chosen ? 9 : 0) })),
    [areas, levels, chosen],
  )
  const layers = useMemo((): LayerSpecification[] => {
    const colour = [
      'match',
      ['get', 'level'],
      1,
      palette.level1,
      2,
      palette.level2,
      3,
      palette.level3,
      palette.primary,
    ] as unknown as string
    return [
      {
        id: 'area-fill',
        type: 'fill',
        source: 'areas',
        paint: { 'fill-color': colour, 'fill-opacity': ['case', ['>', ['get', 'level'], 0], 0.1, 0] },
      },
      {
        id: 'area-line',
        type: 'line',
        source: 'areas',
        paint: {
          'line-color': colour,
          'line-width': 1.5,
          'line-opacity': ['case', ['>', ['get', 'level'], 0], 0.9, 0],
        },
      },
    ]
  }, [palette])
  useFeatures('areas', features, layers)
  return null
}
