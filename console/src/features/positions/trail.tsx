import type { Feature } from 'geojson'
import type { LayerSpecification } from 'maplibre-gl'
import { useMemo } from 'react'
import { HungAt } from '../../shared/map/hung.tsx'
import { useFeatures } from '../../shared/map/layers.ts'
import { useThemeMode } from '../../shared/theme/mode.ts'
import styles from './trail.module.css'

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
        ({ lng, lat }): Feature => ({ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [lng, lat] } }),
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
    ],
    [palette],
  )
  useFeatures('trail', features, layers, 'labels')
  return marks.map(({ lng, lat, time }) => (
    <HungAt key={time} lng={lng} lat={lat} anchor={[-0.5, -1]} shift={[0, -8]}>
      <span className={styles['timeMark']}>{time.slice(0, 5)}</span>
    </HungAt>
  ))
}
