import type { Feature } from 'geojson'
import type { LayerSpecification } from 'maplibre-gl'
import { useMemo } from 'react'
import { isComplete, ringOfPoints, type Shape } from '../../shared/map/draw/shape.ts'
import { fenceOutline } from '../../shared/map/geometry.ts'
import { useFeatures } from '../../shared/map/layers.ts'
import { useThemeMode } from '../../shared/theme/mode.ts'

/** What somebody else saved, dotted, while two versions are compared. */
export const TheirShape = ({ shape }: { readonly shape: Shape }) => {
  const { palette } = useThemeMode()
  const features = useMemo((): Feature[] => {
    if (!isComplete(shape)) return []
    const outline = fenceOutline({ ...shape, points: [...shape.points] })
    return [{ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ringOfPoints(outline)] } }]
  }, [shape])
  const layers = useMemo(
    (): LayerSpecification[] => [
      {
        id: 'their-line',
        type: 'line',
        source: 'their-shape',
        layout: { 'line-cap': 'round' },
        paint: { 'line-color': palette.link, 'line-width': 3, 'line-dasharray': [0.1, 2] },
      },
    ],
    [palette],
  )
  useFeatures('their-shape', features, layers, 'labels')
  return null
}
