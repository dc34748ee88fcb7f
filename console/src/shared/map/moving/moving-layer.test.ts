import type { Map as MapLibreMap } from 'maplibre-gl'
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
