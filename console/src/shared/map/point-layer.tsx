import type { Feature } from 'geojson'
import type { LayerSpecification } from 'maplibre-gl'
import { useEffect, useMemo } from 'react'
import { useThemeMode } from '../theme/mode.ts'
import type { IconName } from '../ui/icon.tsx'
import { labelFont } from './basemap-style.ts'
import { glyphImage, imageRatio } from './glyph-image.ts'
import { useFeatures } from './layers.ts'
import { useStage } from './map-view.tsx'
import { zooms } from './moving/scene-composer.ts'
import { useClicks } from './use-clicks.ts'

/** Something that stands still at a place. */
export interface StandingPoint {
  readonly id: string
  readonly name: string
  readonly lng: number
  readonly lat: number
  /** It does not work now: it is drawn faint. */
  readonly faint?: boolean
}

interface PointLayerProps {
  /** Of its source and its layer. */
  readonly name: string
  readonly icon: IconName
  readonly points: readonly StandingPoint[]
  readonly onChoose: (id: string) => void
}

const featureOf = ({ id, name, lng, lat, faint = false }: StandingPoint): Feature => ({
  type: 'Feature',
  properties: { id, name, faint },
  geometry: { type: 'Point', coordinates: [lng, lat] },
})

/** A place of something with none is left out. */
export const standing = <Row extends { readonly lng: number | null; readonly lat: number | null }>(
  rows: readonly Row[],
): (Row & { readonly lng: number; readonly lat: number })[] =>
  rows.flatMap((row) => (row.lng === null || row.lat === null ? [] : [{ ...row, lng: row.lng, lat: row.lat }]))

/** Things that stand still, below what moves: a quiet mark each, their names where people are seen. */
export const PointLayer = ({ name, icon, points, onChoose }: PointLayerProps) => {
  const { map } = useStage()
  const { palette } = useThemeMode()
  const image = `point-${icon}`
  useEffect(() => {
    const drawn = glyphImage(icon, palette.mapLabelSoft, palette.mapHalo)
    if (map.hasImage(image)) map.updateImage(image, drawn)
    else map.addImage(image, drawn, { pixelRatio: imageRatio })
  }, [map, icon, image, palette])
  useFeatures(
    name,
    useMemo(() => points.map(featureOf), [points]),
    useMemo(
      (): LayerSpecification[] => [
        {
          id: name,
          type: 'symbol',
          source: name,
          layout: {
            'icon-image': image,
            'icon-allow-overlap': true,
            'text-field': ['step', ['zoom'], '', zooms.people, ['get', 'name']],
            'text-font': labelFont,
            'text-size': 14,
            'text-anchor': 'top',
            'text-offset': [0, 0.7],
            'text-optional': true,
          },
          paint: {
            'text-color': palette.mapLabelSoft,
            'text-halo-color': palette.mapHalo,
            'text-halo-width': 1.6,
            'icon-opacity': ['case', ['get', 'faint'], 0.4, 1],
          },
        },
      ],
      [name, image, palette],
    ),
    'labels',
  )
  useClicks(name, onChoose)
  return null
}
