import type { Feature } from 'geojson'
import type { LayerSpecification } from 'maplibre-gl'
import { useMemo } from 'react'
import { labelFont } from './basemap-style.ts'
import { useFeatures } from './layers.ts'
import { useThemeMode } from '../theme/mode.ts'

export interface TrailPoint {
  readonly lng: number
  readonly lat: number
  /** Time of day, `HH:mm:ss`. */
  readonly time: string
}

/** Where a thing was: its line, growing stronger towards now, with the time beside every minute or so. */
export const Trail = ({ points, marks }: { readonly points: readonly TrailPoint[]; readonly marks: readonly TrailPoint[] }) => {
  const { palette } = useThemeMode()
  const features = useMemo((): Feature[] => {
    const coordinates = points.map(({ lng, lat }) => [lng, lat])
    return [
      ...(coordinates.length > 1
        ? [{ type: 'Feature' as const, properties: {}, geometry: { type: 'LineString' as const, coordinates } }]
        : []),
      ...marks.map(
        ({ lng, lat, time }, at): Feature => ({
          type: 'Feature',
          properties: { time: time.slice(0, 5), age: marks.length - at },
          geometry: { type: 'Point', coordinates: [lng, lat] },
        }),
      ),
    ]
  }, [points, marks])
  const layers = useMemo(
    (): LayerSpecification[] => [
      {
        id: 'trail-case',
        type: 'line',
        source: 'trail',
        filter: ['==', ['geometry-type'], 'LineString'],
        layout: { 'line-join': 'round', 'line-cap': 'round' },
        paint: { 'line-color': palette.mapHalo, 'line-width': 7, 'line-opacity': 0.8 },
      },
      {
        id: 'trail-line',
        type: 'line',
        source: 'trail',
        filter: ['==', ['geometry-type'], 'LineString'],
        layout: { 'line-join': 'round', 'line-cap': 'round' },
        paint: { 'line-color': palette.link, 'line-width': 3 },
      },
      {
        id: 'trail-mark',
        type: 'circle',
        source: 'trail',
        filter: ['==', ['geometry-type'], 'Point'],
        paint: {
          'circle-radius': 4,
          'circle-color': palette.bgContainer,
          'circle-stroke-color': palette.link,
          'circle-stroke-width': 2,
        },
      },
      {
        id: 'trail-time',
        type: 'symbol',
        source: 'trail',
        filter: ['==', ['geometry-type'], 'Point'],
        // Who hardly moved leaves his marks in one place: the newest times that find room are written.
        layout: {
          'text-field': ['get', 'time'],
          'text-font': labelFont,
          'text-size': 14,
          'text-padding': 4,
          'text-variable-anchor': ['bottom', 'top', 'left', 'right'],
          'text-radial-offset': 0.7,
          'symbol-sort-key': ['get', 'age'],
        },
        paint: { 'text-color': palette.mapLabel, 'text-halo-color': palette.mapHalo, 'text-halo-width': 1.6 },
      },
    ],
    [palette],
  )
  useFeatures('trail', features, layers, 'labels')
  return null
}
