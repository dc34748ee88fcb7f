import { blankObject } from '@vigil/contract/positions/blank-object.ts'
import { createFrame } from '@vigil/contract/positions/frame.ts'
import type { Map as MapLibreMap } from 'maplibre-gl'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { MovingSource } from '../../moving/moving-source.ts'
import { PositionStore } from '../../moving/position-store.ts'
import { MovingLayer } from './moving-layer.ts'
import { SceneComposer } from './scene-composer.ts'

const count = 10_000
const metre = 1 / 111_000
const start = 1_700_000_000_000

/** A graphics card that takes everything. */
const card = new Proxy(
  {},
  { get: (_, name) => (String(name).startsWith('get') || String(name).startsWith('create') ? () => ({}) : () => undefined) },
) as WebGL2RenderingContext

/** Ten thousand things on a map, and how often it was drawn; `walks` says how far east each of them is at a message, metres. */
const plant = (walks: (index: number, turn: number) => number) => {
  vi.useFakeTimers({ now: start })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const store = new PositionStore(start)
  const clock: MovingSource['clock'] = {
    now: () => Date.now(),
    serverNow: () => Date.now(),
    pace: () => 1,
    subscribe: () => () => undefined,
  }
  const composer = new SceneComposer(store)
  const layer = new MovingLayer({ store, clock }, composer.scene)
  layer.setAtlas({} as HTMLCanvasElement)
  const drawn = { frames: 0 }
  const map = {
    getCanvas: () => ({ clientWidth: 1280, clientHeight: 800 }),
    getCenter: () => ({ lng: 118.36, lat: 31.17 }),
    getZoom: () => 16,
    triggerRepaint: () =>
      setTimeout(() => {
        drawn.frames += 1
        layer.render(card, { defaultProjectionData: { mainMatrix: new Float64Array(16) } } as never)
      }, 16),
  } as unknown as MapLibreMap
  store.applyDirectory(
    true,
    Array.from({ length: count }, (_, index) => blankObject(index + 1)),
    [],
  )
  layer.onAdd(map, card)
  const message = (turn: number): void => {
    const frame = createFrame(count, Date.now(), turn === 0)
    for (let index = 0; index < count; index += 1) {
      frame.id[index] = index + 1
      frame.lng[index] = Math.round((118.36 + ((index % 100) * 20 + walks(index, turn)) * metre) * 1e7)
      frame.lat[index] = Math.round((31.17 + Math.floor(index / 100) * 20 * metre) * 1e7)
    }
    store.applyFrame(frame, Date.now())
    composer.compose({
      zoom: 16,
      shows: () => true,
      selected: null,
      alarms: new Map(),
      clusters: true,
      now: Date.now(),
      pace: 1,
    })
    layer.refresh()
  }
  /** A message every two seconds; frames of the last of them, and in the time until the next. */
  const watch = (messages: number): { readonly ofMessage: number; readonly between: number } => {
    let [ofMessage, between] = [0, 0]
    for (let turn = 0; turn < messages; turn += 1) {
      drawn.frames = 0
      message(turn)
      vi.advanceTimersByTime(20)
      ofMessage = drawn.frames
      vi.advanceTimersByTime(1_980)
      between = drawn.frames - ofMessage
    }
    return { ofMessage, between }
  }
  return { watch, discs: () => composer.discs.length }
}

test('a plant of ten thousand that stand, whose reports scatter by a metre, draws nothing between two messages', () => {
  const { watch, discs } = plant((index, turn) => Math.sin(index + turn))
  expect(watch(5)).toEqual({ ofMessage: 1, between: 0 })
  expect(discs()).toBeGreaterThan(100)
})

test('one among them who walks is drawn as he walks', () => {
  const { watch } = plant((index, turn) => (index === 0 ? turn * 3 : Math.sin(index + turn)))
  expect(watch(5).between).toBeGreaterThan(15)
})
