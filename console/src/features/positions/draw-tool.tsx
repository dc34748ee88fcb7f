import type { Point } from '@vigil/contract/hazards/entities.ts'
import type { Feature } from 'geojson'
import type { LayerSpecification, MapMouseEvent } from 'maplibre-gl'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useFeatures } from '../../shared/map/layers.ts'
import { useStage } from '../../shared/map/map-view.tsx'
import { useThemeMode } from '../../shared/theme/mode.ts'

interface DrawToolProps {
  readonly shape: 'line' | 'polygon'
  /** Called with every change; `done` once it was finished by a double click or Enter. */
  readonly onChange: (points: readonly Point[], done: boolean) => void
  /** Esc. */
  readonly onCancel: () => void
}

const none: readonly Point[] = []

/** A line or an outline that is drawn by clicks: double click or Enter ends it, Backspace takes a point back, Esc leaves. */
export const DrawTool = ({ shape, onChange, onCancel }: DrawToolProps) => {
  const { map } = useStage()
  const { palette } = useThemeMode()
  const [points, setPoints] = useState(none)
  const [pointer, setPointer] = useState<Point | null>(null)
  const [done, setDone] = useState(false)
  const latest = useRef({ points, done, onChange, onCancel })
  useEffect(() => {
    latest.current = { points, done, onChange, onCancel }
  })

  useEffect(() => {
    const canvas = map.getCanvas()
    const set = (next: readonly Point[], finished: boolean): void => {
      setPoints(next)
      setDone(finished)
      setPointer(null)
      latest.current.onChange(next, finished)
    }
    const enough = (count: number): boolean => count >= (shape === 'line' ? 2 : 3)
    const clicked = ({ lngLat }: MapMouseEvent): void => {
      const { points, done } = latest.current
      const point: Point = [lngLat.lng, lngLat.lat]
      set(done ? [point] : [...points, point], false)
    }
    const doubled = (event: MapMouseEvent): void => {
      event.preventDefault()
      // Both clicks of it have set a point already.
      const kept = latest.current.points.slice(0, -1)
      if (enough(kept.length)) set(kept, true)
    }
    const moved = ({ lngLat }: MapMouseEvent): void => {
      const { points, done } = latest.current
      if (points.length > 0 && !done) setPointer([lngLat.lng, lngLat.lat])
    }
    const pressed = (event: KeyboardEvent): void => {
      const { points, done, onCancel } = latest.current
      if (event.key === 'Escape') onCancel()
      else if (event.key === 'Enter' && enough(points.length) && !done) set(points, true)
      else if (event.key === 'Backspace' && !done) set(points.slice(0, -1), false)
    }
    canvas.style.cursor = 'crosshair'
    map.on('click', clicked)
    map.on('dblclick', doubled)
    map.on('mousemove', moved)
    window.addEventListener('keydown', pressed)
    return () => {
      canvas.style.cursor = ''
      map.off('click', clicked)
      map.off('dblclick', doubled)
      map.off('mousemove', moved)
      window.removeEventListener('keydown', pressed)
    }
  }, [map, shape])

  const features = useMemo((): Feature[] => {
    const line = [...points, ...(pointer && !done ? [pointer] : [])].map(([lng, lat]) => [lng, lat])
    const corners = points.map(
      ([lng, lat]): Feature => ({ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [lng, lat] } }),
    )
    if (line.length < 2) return corners
    const first = line[0] ?? []
    const geometry: Feature['geometry'] =
      shape === 'polygon' && line.length > 2
        ? { type: 'Polygon', coordinates: [[...line, first]] }
        : { type: 'LineString', coordinates: line }
    return [{ type: 'Feature', properties: {}, geometry }, ...corners]
  }, [points, pointer, done, shape])
  const layers = useMemo(
    (): LayerSpecification[] => [
      {
        id: 'draw-tool-fill',
        type: 'fill',
        source: 'draw-tool',
        filter: ['==', ['geometry-type'], 'Polygon'],
        paint: { 'fill-color': palette.primary, 'fill-opacity': 0.14 },
      },
      {
        id: 'draw-tool-line',
        type: 'line',
        source: 'draw-tool',
        filter: ['!=', ['geometry-type'], 'Point'],
        layout: { 'line-join': 'round' },
        paint: { 'line-color': palette.link, 'line-width': 2 },
      },
      {
        id: 'draw-tool-point',
        type: 'circle',
        source: 'draw-tool',
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
  useFeatures('draw-tool', features, layers, 'labels')
  return null
}
