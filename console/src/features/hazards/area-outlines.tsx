import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import type { LayerSpecification } from 'maplibre-gl'
import { useMemo } from 'react'
import { useFeatures } from '../../shared/map/layers.ts'
import { useThemeMode } from '../../shared/theme/mode.ts'
import { outline } from './outline.ts'

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
