import type { CustomRenderMethodInput, Map as MapLibreMap } from 'maplibre-gl'
import { blankObject } from '@vigil/contract/positions/blank-object.ts'
import { createFrame } from '@vigil/contract/positions/frame.ts'
import { expect, test } from 'vitest'
import { PositionStore } from '../../moving/position-store.ts'
import { MovingLayer } from './moving-layer.ts'
import { SceneComposer } from './scene-composer.ts'

test('a layer that is added asks nothing of the card, whose answer would be waited for until its shaders are done', () => {
  const asked: string[] = []
  const card = new Proxy(
    {},
    {
      get: (_, name) => () => {
        if (/^(get|is|check|read|finish)/.test(String(name))) asked.push(String(name))
        return {}
      },
    },
  ) as WebGL2RenderingContext
  const store = new PositionStore(0)
  const clock = { now: () => 0, serverNow: () => 0, pace: () => 1, subscribe: () => () => undefined }
  const layer = new MovingLayer({ store, clock }, new SceneComposer(store).scene)
  layer.onAdd({} as MapLibreMap, card)
  expect(asked).toEqual([])
})

const drawnOn = (card: WebGL2RenderingContext): string[] => {
  const store = new PositionStore(0)
  const frame = createFrame(1, 0, true)
  frame.id[0] = 1
  store.applyDirectory(true, [blankObject(1)], [])
  store.applyFrame(frame, 0)
  const clock = { now: () => 0, serverNow: () => 0, pace: () => 1, subscribe: () => () => undefined }
  const layer = new MovingLayer({ store, clock }, new SceneComposer(store).scene)
  const told: string[] = []
  layer.onFailed = ({ message }) => told.push(message)
  layer.setAtlas({} as HTMLCanvasElement)
  layer.onAdd({ triggerRepaint: () => undefined } as unknown as MapLibreMap, card)
  const input = { defaultProjectionData: { mainMatrix: [] } } as unknown as CustomRenderMethodInput
  for (let frame = 0; frame < 3; frame += 1) layer.render(card, input)
  return told
}
const cardThat = (answers: Record<string, unknown>): WebGL2RenderingContext =>
  new Proxy({}, { get: (_, name) => () => answers[String(name)] ?? {} }) as WebGL2RenderingContext

test('a card that cannot draw it is told of once, and the map goes on without', () => {
  const card = cardThat({ isContextLost: false, getProgramParameter: false, getProgramInfoLog: 'too much asked' })
  expect(drawnOn(card)).toEqual([expect.stringContaining('too much asked')])
})

test('a card that took its memory back before the first picture is not one that cannot draw', () => {
  expect(drawnOn(cardThat({ isContextLost: true, getProgramParameter: false }))).toEqual([])
})
