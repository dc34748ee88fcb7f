import type { Fence } from '@vigil/contract/hazards/fence.ts'
import type { Feature } from 'geojson'
import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl'
import { useEffect, useMemo } from 'react'
import { useTexts } from '../../shared/i18n/texts.ts'
import { labelFont } from '../../shared/map/basemap-style.ts'
import { ringOfPoints } from '../../shared/map/draw/shape.ts'
import { drawTexts } from '../../shared/map/draw/texts.ts'
import { areaOf, boundsOf, fenceOutline } from '../../shared/map/geometry.ts'
import { useFeatures } from '../../shared/map/layers.ts'
import { useStage } from '../../shared/map/map-view.tsx'
import { useClicks } from '../../shared/map/use-clicks.ts'
import { useThemeMode } from '../../shared/theme/mode.ts'
import type { Palette } from '../../shared/theme/palette.ts'

interface FenceZonesProps {
  readonly fences: readonly Fence[]
  /** The one that is drawn elsewhere. */
  readonly without: string | null
  /** Clicked; the smallest where several lie above each other. */
  readonly onChoose: (id: string) => void
  /** False while a tool takes the clicks. */
  readonly listens: boolean
}

const fillLayer = 'fence-zone-fill'
const levels = [1, 2, 3] as const
const imageOf = (level: number): string => `fence-level-${level}`
const imageSize = 40

const corners: Readonly<Record<(typeof levels)[number], string>> = {
  1: 'M22.7 16.4L16.4 22.7H7.6L1.3 16.4V7.6L7.6 1.3h8.8l6.3 6.3z',
  2: 'M12 1.2L23 21.5a.8.8 0 0 1-.7 1.2H1.7a.8.8 0 0 1-.7-1.2z',
  3: 'M12 .8L23.2 12 12 23.2.8 12z',
}
const outlineOf = (level: (typeof levels)[number]): Path2D => new Path2D(corners[level])

/** The shape of a level with its numeral, twice as large as it is shown. */
const levelImage = (level: (typeof levels)[number], palette: Palette): ImageData | null => {
  const canvas = document.createElement('canvas')
  canvas.width = imageSize
  canvas.height = imageSize
  const pen = canvas.getContext('2d')
  if (!pen) return null
  const scale = imageSize / 24
  pen.scale(scale, scale)
  pen.fillStyle = palette[`level${level}`]
  pen.fill(outlineOf(level))
  pen.fillStyle = palette[`onLevel${level}`]
  pen.font = '700 13.5px Arial,sans-serif'
  pen.textAlign = 'center'
  pen.fillText(String(level), 12, level === 2 ? 20 : 16.8)
  return pen.getImageData(0, 0, imageSize, imageSize)
}

const source = 'fence-zones'
const namesSource = 'fence-zone-names'

const shapeLayers = ({ level1, level2, level3 }: Palette): LayerSpecification[] => {
  const colour: ExpressionSpecification = [
    'case',
    ['!=', ['get', 'colour'], ''],
    ['to-color', ['get', 'colour']],
    ['match', ['get', 'level'], 1, level1, 2, level2, level3],
  ]
  const whenOn = (on: number, off: number): ExpressionSpecification => ['case', ['==', ['get', 'enable'], 1], on, off]
  return [
    { id: fillLayer, type: 'fill', source, paint: { 'fill-color': colour, 'fill-opacity': whenOn(0.1, 0.03) } },
    {
      id: 'fence-zone-line',
      type: 'line',
      source,
      paint: { 'line-color': colour, 'line-width': 2, 'line-opacity': whenOn(1, 0.45), 'line-dasharray': [4, 2.5] },
    },
  ]
}

const nameLayers = (palette: Palette): LayerSpecification[] => [
  {
    id: 'fence-zone-name',
    type: 'symbol',
    source: namesSource,
    layout: {
      'icon-image': ['concat', 'fence-level-', ['get', 'level']],
      'icon-anchor': 'bottom',
      'icon-offset': [0, -2],
      'icon-allow-overlap': true,
      'text-field': ['get', 'text'],
      'text-font': labelFont,
      'text-size': 14,
      'text-anchor': 'left',
      'text-offset': [0.9, -0.8],
      'text-max-width': 20,
      'text-optional': true,
      'symbol-sort-key': ['-', ['*', ['get', 'level'], 1_000_000], ['get', 'size']],
    },
    paint: {
      'text-color': palette.mapLabel,
      'text-halo-color': palette.mapHalo,
      'text-halo-width': 1.8,
      'icon-opacity': ['case', ['==', ['get', 'enable'], 1], 1, 0.45],
    },
  },
]

/** The mark of each level, as a picture that names of fences are drawn with. */
const useLevelImages = (): void => {
  const { map } = useStage()
  const { palette } = useThemeMode()
  useEffect(() => {
    for (const level of levels) {
      const image = levelImage(level, palette)
      if (!image) continue
      if (map.hasImage(imageOf(level))) map.updateImage(imageOf(level), image)
      else map.addImage(imageOf(level), image, { pixelRatio: 2 })
    }
  }, [map, palette])
}

interface Outlined {
  readonly fence: Fence
  readonly outline: ReturnType<typeof fenceOutline>
  /** Square metres. */
  readonly size: number
}

const shapeOf = ({ fence: { id, level, colour, enable }, outline }: Outlined): Feature => ({
  type: 'Feature',
  properties: { id, level, colour, enable },
  geometry: { type: 'Polygon', coordinates: [ringOfPoints(outline)] },
})

const nameAt = ({ fence: { level, enable }, outline, size }: Outlined, text: string): Feature[] => {
  const bounds = boundsOf(outline)
  if (!bounds) return []
  const coordinates = [(bounds.west + bounds.east) / 2, bounds.north]
  return [{ type: 'Feature', properties: { text, level, enable, size }, geometry: { type: 'Point', coordinates } }]
}

/** Every fence, dashed in its colour, with the shape of its level and its name; those that are off are faint. */
export const FenceZones = ({ fences, without, onChoose, listens }: FenceZonesProps) => {
  const t = useTexts(drawTexts)
  const { palette } = useThemeMode()
  useLevelImages()
  const shown = useMemo(
    () =>
      fences
        .filter(({ id }) => id !== without)
        .map((fence): Outlined => {
          const outline = fenceOutline(fence)
          return { fence, outline, size: areaOf(outline) }
        })
        .sort((a, b) => b.size - a.size),
    [fences, without],
  )
  const shapes = useMemo(() => shown.map(shapeOf), [shown])
  const names = useMemo(
    () => shown.flatMap((one) => nameAt(one, one.fence.enable === 1 ? one.fence.name : `${one.fence.name} (${t('disabled')})`)),
    [shown, t],
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
  useClicks(fillLayer, listens ? onChoose : null)
  return null
}
