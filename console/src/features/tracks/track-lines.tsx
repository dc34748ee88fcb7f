import type { Feature } from 'geojson'
import type { LayerSpecification } from 'maplibre-gl'
import { useEffect, useMemo, useState } from 'react'
import { useLanguage } from '../../shared/i18n/language.ts'
import { labelFont } from '../../shared/map/basemap-style.ts'
import { useFeatures } from '../../shared/map/layers.ts'
import { useClicks } from '../../shared/map/use-clicks.ts'
import { useThemeMode } from '../../shared/theme/mode.ts'
import { formatSpan } from '../../shared/time/format.ts'
import { throttled } from '../../shared/time/throttled.ts'
import { colourAt } from './colours.ts'
import { tailOf, type Recorded } from './recorded.ts'
import type { Recording } from './recording.ts'

interface TrackLinesProps {
  readonly tracks: readonly Recorded[]
  readonly hidden: ReadonlySet<number>
  /** Drawn stronger, and whole. */
  readonly selected: number | null
  readonly recording: Recording
  /** Of the others only the way of the last minutes is drawn. */
  readonly tails: boolean
  /** A stop was clicked: whose, and which fix begins it. */
  readonly onStop: (device: number, fix: number) => void
}

/** Milliseconds that a tail reaches back, and between two drawings of it. */
const tailTime = 10 * 60_000
const drawEvery = 1_000

/** The moment that is shown, again and again while it passes; 0 where nobody asks. */
const useMoment = (recording: Recording, asked: boolean): number => {
  const [at, setAt] = useState(0)
  useEffect(() => {
    if (!asked) return undefined
    const { call, cancel } = throttled(() => setAt(recording.now()), drawEvery)
    const { store, clock } = recording.source
    call()
    const leaves = [store.subscribe(call), clock.subscribe(call)]
    return () => {
      cancel()
      for (const leave of leaves) leave()
    }
  }, [recording, asked])
  return asked ? at : 0
}

/** Pixels that a line may lie beside where it was: less than anybody sees, and a third of its points. */
const tolerance = 1
const colour = ['get', 'colour'] as unknown as string
/** Degrees of zoom from which on stops say how long they lasted. */
const namesFrom = 16

/** Tracks as lines, each in its colour; dashed where nothing is known of the way, with a dot where somebody stopped. */
export const TrackLines = ({ tracks, hidden, selected, recording, tails, onStop }: TrackLinesProps) => {
  const { palette } = useThemeMode()
  const { language } = useLanguage()
  const moment = useMoment(recording, tails)
  const features = useMemo((): Feature[] => {
    const at = recording.since(moment)
    return tracks.flatMap((recorded, index) => {
      const { device, figures } = recorded
      if (hidden.has(device.id)) return []
      const isWhole = !tails || device.id === selected
      const lines = isWhole ? recorded.lines : tailOf(recorded, at - tailTime, at)
      const of = { device: device.id, colour: palette[colourAt(index)] }
      const line = (kind: string, coordinates: number[][]): Feature => ({
        type: 'Feature',
        properties: { ...of, kind },
        geometry: { type: 'LineString', coordinates },
      })
      const ways = lines.filter(({ length }) => length > 1).map((way) => line('way', [...way]))
      const gaps = lines.slice(1).map((way, before) => line('gap', [[...(lines[before]?.at(-1) ?? [])], [...(way[0] ?? [])]]))
      const stops = isWhole ? figures.stops : []
      return [
        ...ways,
        ...gaps,
        ...stops.map(
          ({ lng, lat, lasted, first }): Feature => ({
            type: 'Feature',
            properties: { ...of, kind: 'stop', id: `${device.id}:${first}`, lasted, told: formatSpan(lasted, language) },
            geometry: { type: 'Point', coordinates: [lng, lat] },
          }),
        ),
      ]
    })
  }, [tracks, hidden, palette, language, recording, moment, tails, selected])
  const layers = useMemo((): LayerSpecification[] => {
    const width = ['case', ['==', ['get', 'device'], selected ?? -1], 5, 2.5] as unknown as number
    const faint = selected === null ? 0.85 : (['case', ['==', ['get', 'device'], selected], 1, 0.4] as unknown as number)
    const line = { 'line-color': colour, 'line-width': width, 'line-opacity': faint }
    return [
      {
        id: 'tracks-gap',
        type: 'line',
        source: 'tracks',
        filter: ['==', ['get', 'kind'], 'gap'],
        paint: { ...line, 'line-width': 1.5, 'line-dasharray': [3, 3] },
      },
      {
        id: 'tracks-way',
        type: 'line',
        source: 'tracks',
        filter: ['==', ['get', 'kind'], 'way'],
        layout: { 'line-join': 'round', 'line-cap': 'round' },
        paint: line,
      },
      {
        id: 'tracks-stop',
        type: 'circle',
        source: 'tracks',
        filter: ['==', ['get', 'kind'], 'stop'],
        paint: {
          'circle-radius': 5,
          'circle-color': palette.bgContainer,
          'circle-stroke-color': colour,
          'circle-stroke-width': 2.5,
          'circle-opacity': faint,
          'circle-stroke-opacity': faint,
        },
      },
      {
        id: 'tracks-stop-time',
        type: 'symbol',
        source: 'tracks',
        minzoom: namesFrom,
        filter: ['==', ['get', 'kind'], 'stop'],
        // The longest that find room are written.
        layout: {
          'text-field': ['get', 'told'],
          'text-font': labelFont,
          'text-size': 14,
          'text-padding': 4,
          'text-variable-anchor': ['bottom', 'top', 'left', 'right'],
          'text-radial-offset': 0.7,
          'symbol-sort-key': ['-', ['get', 'lasted']],
        },
        paint: { 'text-color': palette.mapLabel, 'text-halo-color': palette.mapHalo, 'text-halo-width': 1.6 },
      },
    ]
  }, [palette, selected])
  useFeatures('tracks', features, layers, 'labels', tolerance)
  useClicks('tracks-stop', (id) => {
    const [device = 0, fix = 0] = id.split(':').map(Number)
    onStop(device, fix)
  })
  return null
}
