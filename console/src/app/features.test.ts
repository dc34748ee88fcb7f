import { expect, test } from 'vitest'
import { alarmParts } from './alarm-parts.ts'
import { frameParts } from './frame-parts.ts'
import { mapLayers } from './map-layers.ts'
import { overlays } from './overlays.ts'
import { screens } from './screens.ts'
import { searchProviders } from './search/providers.ts'

const collected: Readonly<Record<string, readonly unknown[]>> = {
  screens: Object.values(screens),
  mapLayers,
  overlays,
  frameParts,
  alarmParts,
  searchProviders,
}
const indexes = import.meta.glob<Readonly<Record<string, object>>>('../features/*/index.ts', { eager: true })
const brought = Object.entries(indexes).flatMap(([path, parts]) =>
  Object.entries(parts).map(([part, list]) => ({
    feature: path.split('/').at(-2),
    part,
    list: Object.values(list) as unknown[],
  })),
)

// A part of another name would be missed by nobody.
test.each(brought)('$part of $feature are collected', ({ part, list }) => {
  expect(list).not.toEqual([])
  expect(list.filter((one) => !collected[part]?.includes(one))).toEqual([])
})

test('what is drawn over every screen and what is found stand in their order', () => {
  for (const list of [overlays, searchProviders])
    expect(list.map(({ order }) => order)).toEqual(list.map(({ order }) => order).toSorted((a, b) => a - b))
  expect(searchProviders.map(({ name }) => name)).toEqual(expect.arrayContaining(['things', 'screens']))
})
