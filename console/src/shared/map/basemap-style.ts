import type { Basemap } from '@vigil/contract/site/entities.ts'
import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl'
import type { Language } from '@vigil/contract/kernel/text.ts'
import type { Palette } from '../theme/palette.ts'
import { boundsOf, type Bounds } from './geometry.ts'
import { pixelsPerMetre } from '../geo/mercator.ts'

export const basemapSource = 'basemap'
/** Of their own, so that what is drawn does not wait until their letters are. */
const namesSource = 'basemap-names'
/** The first layer above the plan and below its labels: fills and lines of zones go before it. */
export const labelLayer = 'labels'
/** The font of labels, as a list that is tried in order; they are drawn from the computer's own fonts. */
export const labelFont = ['PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', 'sans-serif']

type Kind = Basemap['features'][number]['properties']['kind']
const isKind = (...kinds: Kind[]): ExpressionSpecification => ['in', ['get', 'kind'], ['literal', kinds]]
const all = (...parts: ExpressionSpecification[]): ExpressionSpecification => ['all', ...parts]
const isShape = (type: 'Polygon' | 'LineString'): ExpressionSpecification => ['==', ['geometry-type'], type]

/** Width of a line in metres of the ground, at least a pixel or so wide. */
const metres = (lat: number, width: ExpressionSpecification, more = 0): ExpressionSpecification => {
  const at = (zoom: number): ExpressionSpecification => ['max', 1, ['+', ['*', width, pixelsPerMetre(zoom, lat)], more]]
  return ['interpolate', ['exponential', 2], ['zoom'], 10, at(10), 22, at(22)]
}
const widthOr = (width: number): ExpressionSpecification => ['coalesce', ['get', 'width'], width]

const fill = (id: string, colour: string, ...kinds: Kind[]): LayerSpecification => ({
  id,
  type: 'fill',
  source: basemapSource,
  filter: all(isKind(...kinds), isShape('Polygon')),
  paint: { 'fill-color': colour, 'fill-antialias': true },
})
const outline = (id: string, colour: string, ...kinds: Kind[]): LayerSpecification => ({
  id,
  type: 'line',
  source: basemapSource,
  filter: all(isKind(...kinds), isShape('Polygon')),
  paint: { 'line-color': colour, 'line-width': 1 },
})
const line = (id: string, colour: string, width: ExpressionSpecification, ...kinds: Kind[]): LayerSpecification => ({
  id,
  type: 'line',
  source: basemapSource,
  filter: all(isKind(...kinds), isShape('LineString')),
  layout: { 'line-cap': 'round', 'line-join': 'round' },
  paint: { 'line-color': colour, 'line-width': width },
})

/** Land, roads, water and the site's ground, from the ground up. */
const groundLayers = (palette: Palette, lat: number): LayerSpecification[] => [
  { id: 'land', type: 'background', paint: { 'background-color': palette.mapLand } },
  fill('ground', palette.mapLand, 'ground'),
  fill('site', palette.mapSite, 'site'),
  fill('green', palette.mapGreen, 'green'),
  fill('water', palette.mapWater, 'water'),
  line('road-case', palette.mapRoadCase, metres(lat, widthOr(12), 3), 'road'),
  line('road', palette.mapRoad, metres(lat, widthOr(12)), 'road'),
  {
    id: 'road-middle',
    type: 'line',
    source: basemapSource,
    minzoom: 15.4,
    filter: all(isKind('road'), isShape('LineString')),
    paint: { 'line-color': palette.mapRoadCase, 'line-width': 1.5, 'line-dasharray': [6, 6] },
  },
  {
    id: 'wall',
    type: 'line',
    source: basemapSource,
    filter: isKind('wall'),
    layout: { 'line-join': 'round' },
    paint: { 'line-color': palette.mapWall, 'line-width': ['max', 2, ['coalesce', ['get', 'width'], 2]] },
  },
]

/** What is built upon it. */
const buildingLayers = (palette: Palette, lat: number): LayerSpecification[] => [
  fill('parking', palette.mapBuildingSoft, 'parking'),
  outline('parking-line', palette.mapBuildingLine, 'parking'),
  fill('storage', palette.mapPile, 'storage'),
  outline('storage-line', palette.mapPileLine, 'storage'),
  line('conveyor', palette.mapBelt, metres(lat, widthOr(4)), 'conveyor'),
  {
    id: 'conveyor-belt',
    type: 'line',
    source: basemapSource,
    filter: isKind('conveyor'),
    paint: { 'line-color': palette.mapSite, 'line-width': 1.5, 'line-dasharray': [3, 3] },
  },
  fill('building', palette.mapBuilding, 'building'),
  outline('building-line', palette.mapBuildingLine, 'building'),
  // Unnamed parts stand within or beside a named building: lighter, so that its outline stays readable.
  {
    id: 'building-part',
    type: 'fill',
    source: basemapSource,
    filter: all(isKind('building'), isShape('Polygon'), ['==', ['get', 'name'], '']),
    paint: { 'fill-color': palette.mapBuildingSoft, 'fill-outline-color': palette.mapBuildingLine },
  },
  fill('silo', palette.mapBuildingSoft, 'silo'),
  outline('silo-line', palette.mapBuildingLine, 'silo'),
  fill('gate', palette.primary, 'gate'),
]

/** Names in a language; `without` are those that get no label. */
const nameLayers = (palette: Palette, language: Language, without: readonly string[]): LayerSpecification[] => {
  const source = namesSource
  const name: ExpressionSpecification =
    language === 'zh'
      ? ['get', 'name']
      : ['coalesce', ['case', ['==', ['get', 'nameEn'], ''], ['get', 'name'], ['get', 'nameEn']], '']
  return [
    {
      id: labelLayer,
      type: 'symbol',
      source,
      minzoom: 14.6,
      filter: all(
        ['!=', ['get', 'name'], ''],
        ['!', isKind('road', 'gate')],
        ['!', ['in', ['get', 'name'], ['literal', [...without]]]],
      ),
      layout: {
        'text-field': name,
        'text-font': labelFont,
        'text-size': 14,
        'text-max-width': 9,
        'text-padding': 3,
        'text-variable-anchor': ['center', 'top', 'bottom'],
        'text-radial-offset': 0.3,
        'symbol-placement': 'point',
        'symbol-sort-key': ['match', ['get', 'kind'], 'building', 1, 'silo', 2, 'storage', 3, 4],
      },
      paint: { 'text-color': palette.mapLabelSoft, 'text-halo-color': palette.mapHalo, 'text-halo-width': 1.6 },
    },
    {
      id: 'gate-labels',
      type: 'symbol',
      source,
      filter: all(['!=', ['get', 'name'], ''], isKind('gate')),
      layout: { 'text-field': name, 'text-font': labelFont, 'text-size': 14, 'text-anchor': 'bottom', 'text-offset': [0, -1.4] },
      paint: { 'text-color': palette.mapLabel, 'text-halo-color': palette.mapHalo, 'text-halo-width': 1.6 },
    },
    {
      id: 'road-labels',
      type: 'symbol',
      source,
      minzoom: 15,
      filter: all(['!=', ['get', 'name'], ''], isKind('road')),
      layout: {
        'text-field': name,
        'text-font': labelFont,
        'text-size': 14,
        'symbol-placement': 'line',
        'symbol-spacing': 600,
      },
      paint: { 'text-color': palette.mapLabelSoft, 'text-halo-color': palette.mapHalo, 'text-halo-width': 1.6 },
    },
  ]
}

/** The layers of the plan in the colours of a theme, labels in a language. `lat` is where the site lies, `without` names that get no label. */
export const basemapLayers = (
  palette: Palette,
  language: Language,
  lat: number,
  without: readonly string[],
): LayerSpecification[] => [
  ...groundLayers(palette, lat),
  ...buildingLayers(palette, lat),
  ...nameLayers(palette, language, without),
]

const named = ({ features, ...rest }: Basemap): Basemap => ({
  ...rest,
  features: features.filter(({ properties: { name } }) => name !== ''),
})

export const basemapStyle = (
  basemap: Basemap,
  palette: Palette,
  language: Language,
  lat: number,
  without: readonly string[],
): StyleSpecification => ({
  version: 8,
  sources: {
    [basemapSource]: { type: 'geojson', data: basemap, tolerance: 0.1 },
    [namesSource]: { type: 'geojson', data: named(basemap), tolerance: 0.1 },
  },
  layers: basemapLayers(palette, language, lat, without),
})

/** What the map shows at first: the site, else all that is drawn except the ground around it. */
export const basemapBounds = ({ features }: Basemap): Bounds | null => {
  const sites = features.filter(({ properties }) => properties.kind === 'site')
  const shown = sites.length > 0 ? sites : features.filter(({ properties }) => properties.kind !== 'ground')
  return boundsOf(
    shown.flatMap(({ geometry }) =>
      geometry.type === 'Polygon'
        ? geometry.coordinates.flat()
        : geometry.type === 'LineString'
          ? geometry.coordinates
          : [geometry.coordinates],
    ),
  )
}
