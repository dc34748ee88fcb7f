import { degreeScale, readFrame } from '@vigil/contract/positions/frame.ts'
import type { FeatureCollection } from 'geojson'
import type { GeoJSONSource } from 'maplibre-gl'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { openAlarms, useOpenAlarms } from '../../console/src/shared/live/alarms.ts'
import { throttled } from '../../console/src/shared/time/throttled.ts'
import { positions } from '../../console/src/shared/live/live.ts'
import { liveMoving } from '../../console/src/shared/live/live-moving.ts'
import { MapView, useStage, type Stage } from '../../console/src/shared/map/map-view.tsx'
import { cellSize, columns, drawAtlas, pictures } from '../../console/src/shared/map/moving/atlas.ts'
import { MovingLayer, type Drawn } from '../../console/src/shared/map/moving/moving-layer.ts'
import { SceneComposer } from '../../console/src/shared/map/moving/scene-composer.ts'
import { MovingObjects } from '../../console/src/shared/map/moving-objects.tsx'
import { MovingContext } from '../../console/src/shared/moving/moving-source.ts'
import '../../console/src/shared/theme/global.css'
import { installTheme, useThemeMode } from '../../console/src/shared/theme/mode.ts'
import { createBasemap } from '../../simulator/src/world/basemap.ts'
import { alarms, beacon, directory, dragged, empty, message, walking } from './crowd.ts'

/** How the moving things are drawn: as the console does, as it does without gathering crowds, by a GeoJSON source, or not at all. */
type Way = 'console' | 'each' | 'setData' | 'bare'
const asked = new URLSearchParams(location.search)
const way = (asked.get('way') ?? 'console') as Way
const isDragged = asked.get('crowd') === 'dragged'
const crowd = isDragged ? dragged : walking

interface Bench {
  /** Takes the next message over; with `probe` it resolves with milliseconds until the picture shows it. */
  readonly next: (probe: boolean) => Promise<number>
  /** What the layer says of its last frame; null for the way without one. */
  readonly drawn: () => Drawn | null
  /** Names that are written on the map. */
  readonly labels: () => number
  /** Milliseconds of every task over 50 ms since the last call. */
  readonly longTasks: () => number[]
  /** Drags the map to and fro for so many milliseconds, a step a frame; how many frames a second the browser came to. */
  readonly drag: (milliseconds: number) => Promise<number>
  /** A task of so many milliseconds, to see that such are noticed. */
  readonly burn: (milliseconds: number) => void
}
declare global {
  interface Window {
    bench?: Bench
  }
}

const all = (): boolean => true
let last: Drawn | null = null
const keep = (drawn: Drawn): void => {
  last = drawn
}

/** The layer alone, everything drawn one by one. */
const Each = () => {
  const { map } = useStage()
  const { palette } = useThemeMode()
  useEffect(() => {
    const composer = new SceneComposer(positions)
    const layer = new MovingLayer(liveMoving, composer.scene)
    layer.onDrawn = keep
    layer.setAtlas(drawAtlas(palette, 2))
    map.addLayer(layer)
    const { call } = throttled(() => {
      const { byObject } = useOpenAlarms.getState()
      composer.compose({
        zoom: map.getZoom(),
        shows: all,
        selected: null,
        alarms: byObject,
        clusters: false,
        now: Date.now(),
        pace: 1,
      })
      layer.refresh()
    }, 120)
    return positions.subscribe(call)
  }, [map, palette])
  return null
}

const source = 'crowd'
/** The same pictures as icons of a symbol layer. */
const Icons = () => {
  const { map } = useStage()
  const { palette } = useThemeMode()
  useEffect(() => {
    const scale = 2
    const cell = cellSize * scale
    const to = drawAtlas(palette, scale).getContext('2d')
    if (!to) throw new Error('no canvas')
    for (let kind = 0; kind < 3; kind += 1) {
      const picture = pictures.mark(kind, 'normal')
      const pixels = to.getImageData((picture % columns) * cell, Math.floor(picture / columns) * cell, cell, cell)
      map.addImage(`kind${kind}`, pixels, { pixelRatio: scale })
    }
    map.addSource(source, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } })
    map.addLayer({
      id: source,
      type: 'symbol',
      source,
      layout: {
        'icon-image': ['get', 'icon'],
        'icon-rotate': ['get', 'course'],
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
      },
    })
  }, [map, palette])
  return null
}

const features = (buffer: ArrayBuffer): FeatureCollection => {
  const { count, id, lng, lat, course } = readFrame(buffer)
  return {
    type: 'FeatureCollection',
    features: Array.from({ length: count }, (_, row) => {
      const kind = ((id[row] ?? 1) - 1) % 3
      return {
        type: 'Feature',
        properties: { icon: `kind${kind}`, course: kind === 2 ? (course[row] ?? 0) / 10 : 0 },
        geometry: { type: 'Point', coordinates: [(lng[row] ?? 0) / degreeScale, (lat[row] ?? 0) / degreeScale] },
      }
    }),
  }
}

/** Whether a thing is painted at a place of the frame that was just drawn. */
const paintedAt = (gl: WebGL2RenderingContext, { x, y }: { readonly x: number; readonly y: number }): boolean => {
  const read = (left: number, top: number): Uint8Array => {
    const pixel = new Uint8Array(4)
    gl.readPixels(left, gl.drawingBufferHeight - top, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel)
    return pixel
  }
  const ground = read(empty.x, empty.y)
  return read(x + 8, y).some((value, channel) => Math.abs(value - (ground[channel] ?? 0)) > 40)
}

const longTasks: number[] = []
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longTasks.push(duration)
}).observe({ type: 'longtask' })

const createBench = ({ map, overlay }: Stage): Bench => {
  const gl = map.getCanvas().getContext('webgl2')
  if (!gl) throw new Error('the map has no WebGL 2')
  let turn = 0
  const take = (buffer: ArrayBuffer): void => {
    if (way === 'bare') return
    if (way === 'setData') void map.getSource<GeoJSONSource>(source)?.setData(features(buffer))
    else positions.applyFrame(readFrame(buffer), Date.now())
  }
  return {
    next: async (probe) => {
      const place = beacon[turn % 2] ?? beacon[0]
      const buffer = message(crowd, turn)
      turn += 1
      const from = performance.now()
      take(buffer)
      if (!probe) return performance.now() - from
      return new Promise((resolve, reject) => {
        const look = (): void => {
          if (!paintedAt(gl, place)) return
          map.off('render', look)
          clearTimeout(patience)
          resolve(performance.now() - from)
        }
        const patience = setTimeout(() => {
          map.off('render', look)
          reject(new Error(`message ${turn} was not drawn within 10 s`))
        }, 10_000)
        map.on('render', look)
      })
    },
    drawn: () => last,
    labels: () => [...overlay.root.children].filter(({ textContent }) => textContent !== '').length,
    longTasks: () => longTasks.splice(0),
    drag: (milliseconds) =>
      new Promise((resolve) => {
        const canvas = map.getCanvas()
        const press = (type: string, buttons: number, clientX: number): boolean =>
          canvas.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, buttons, clientX, clientY: 700 }))
        press('mousedown', 1, 640)
        const from = performance.now()
        let frames = 0
        const step = (now: number): void => {
          if (now - from >= milliseconds) {
            press('mouseup', 0, 640)
            resolve((frames * 1_000) / (now - from))
            return
          }
          frames += 1
          press('mousemove', 1, 640 + 100 * Math.sin(frames / 10))
          requestAnimationFrame(step)
        }
        requestAnimationFrame(step)
      }),
    burn: (milliseconds) => {
      setTimeout(() => {
        for (const from = performance.now(); performance.now() - from < milliseconds; );
      })
    },
  }
}

const Ready = () => {
  const stage = useStage()
  useEffect(() => {
    window.bench = createBench(stage)
  }, [stage])
  return null
}

installTheme()
positions.applyDirectory(true, directory(crowd), [])
openAlarms.takeList(alarms(crowd), 0)
const root = document.getElementById('root')
if (!root) throw new Error('index.html lacks the element #root')
createRoot(root).render(
  <MovingContext value={liveMoving}>
    <MapView
      basemap={isDragged ? createBasemap() : { type: 'FeatureCollection', features: [] }}
      home={crowd.centre}
      start={crowd.centre}
    >
      {way === 'console' && <MovingObjects onDrawn={keep} />}
      {way === 'each' && <Each />}
      {way === 'setData' && <Icons />}
      <Ready />
    </MapView>
    ,
  </MovingContext>,
)
