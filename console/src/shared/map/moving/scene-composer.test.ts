import { blankObject } from '@vigil/contract/positions/blank-object.ts'
import type { AlarmLevel } from '@vigil/contract/hazards/entities.ts'
import { createFrame } from '@vigil/contract/positions/frame.ts'
import { expect, test } from 'vitest'
import type { MovingAlarm } from '../../moving/moving-source.ts'
import { PositionStore } from '../../moving/position-store.ts'
import { ringOf } from '../geometry.ts'
import { pictures } from './atlas.ts'
import { spriteSize } from './moving-layer.ts'
import { SceneComposer, zooms, type View } from './scene-composer.ts'

const now = 1_700_000_000_000
/** Things in a row, metres apart, aged in seconds. */
const scene = (ages: readonly number[], metres = 60) => {
  const store = new PositionStore(now)
  store.applyDirectory(
    true,
    ages.map((_, at) => blankObject(at + 1)),
    [],
  )
  const frame = createFrame(ages.length, now, true)
  ages.forEach((age, row) => {
    frame.id[row] = row + 1
    frame.lng[row] = (118.36 + (row * metres) / 95_000) * 1e7
    frame.lat[row] = 31.178 * 1e7
    frame.fixAge[row] = age * 10
    frame.recvAge[row] = age * 10
  })
  store.applyFrame(frame, now)
  return { store, composer: new SceneComposer(store) }
}
const view = (more: Partial<View> = {}): View => ({
  zoom: 17,
  shows: () => true,
  selected: null,
  alarms: new Map(),
  clusters: true,
  now,
  pace: 1,
  ...more,
})
const alarmed = (level: AlarmLevel, unhandled = true, returned = false): MovingAlarm => ({
  level,
  unhandled,
  returned,
  areaId: null,
})
const sizeOf = (composer: SceneComposer, slot: number): number => composer.scene.base[slot * spriteSize + 1] ?? 0

test('those on site are drawn one by one, the gone are not', () => {
  const { composer } = scene([0, 40, 400, 5_000])
  composer.compose(view())
  expect([0, 1, 2, 3].map((slot) => sizeOf(composer, slot) > 0)).toEqual([true, true, true, false])
  expect(composer.named.map(({ slot, stale }) => [slot, stale])).toEqual([
    [1, true],
    [2, true],
  ])
})

test('what is filtered away is hidden, unless it is selected or alarmed at level one', () => {
  const { composer } = scene([0, 0, 0])
  composer.compose(view({ shows: () => false, selected: 2, alarms: new Map([[3, alarmed(1)]]) }))
  expect(sizeOf(composer, 0)).toBe(0)
  expect(composer.named.map(({ slot }) => slot)).toEqual([2, 1])
})

test('who is alarmed, selected or stale stands beside the disc of a crowd, with a name', () => {
  const { composer } = scene([0, 0, 0, 0, 0, 0, 0, 0, 400], 1)
  composer.compose(
    view({
      zoom: 16,
      selected: 6,
      alarms: new Map([
        [2, alarmed(3)],
        [3, alarmed(2, true, true)],
        [4, alarmed(1)],
      ]),
    }),
  )
  expect(composer.discs.map(({ members }) => members)).toEqual([[0, 4, 6, 7]])
  expect(composer.named.map(({ slot, level, returned, stale }) => [slot, level, returned, stale])).toEqual([
    [3, 1, false, false],
    [5, null, false, false],
    [2, 2, true, false],
    [1, 3, false, false],
    [8, null, false, true],
  ])
  expect(composer.scene.pulsing).toBe(true)
})

test('the stale are drawn one by one while they are few, and again once they are far fewer', () => {
  const { store, composer } = scene([...Array<number>(61).fill(400), ...Array<number>(9).fill(0)], 0)
  composer.compose(view())
  expect(composer.discs.map(({ members }) => members.length)).toEqual([70])
  const awake = (count: number): void => {
    store.state.fill(1, 0, count)
    composer.compose(view())
  }
  awake(30)
  expect(composer.discs.map(({ members }) => members.length)).toEqual([70])
  awake(31)
  expect(composer.discs.map(({ members }) => members.length)).toEqual([40])
})

test('from afar the mark of an area stands for whoever is in it, but for those who need a look', () => {
  const { store, composer } = scene([0, 0, 0, 0, 0, 400, 0, 0], 1)
  const around = {
    id: 'mill',
    ring: ringOf([
      [118.35, 31.17],
      [118.37, 31.17],
      [118.37, 31.19],
      [118.35, 31.19],
    ]),
  } // prettier-ignore
  const areas = [around]
  const asked = view({ zoom: 16, areas, selected: 2, alarms: new Map([[1, alarmed(3)]]) })
  composer.compose(asked)
  expect(composer.discs).toEqual([])
  expect(composer.named.map(({ slot }) => slot)).toEqual([1, 0, 5])
  expect([2, 3, 4, 6, 7].map((slot) => sizeOf(composer, slot))).toEqual([0, 0, 0, 0, 0])
  const [x, y] = store.drawnAt(7, now)
  expect(composer.hit(x, y, 16, now)).not.toMatchObject({ slot: 7 })

  composer.compose({ ...asked, zoom: zooms.people })
  expect(composer.discs.map(({ members }) => members)).toEqual([[2, 3, 4, 6, 7]])
  composer.compose({ ...asked, zoom: zooms.areas - 0.1 })
  expect(composer.discs.map(({ members }) => members)).toEqual([[2, 3, 4, 6, 7]])
})

test('seen from near everybody in the window has a name, the alarmed first', () => {
  const { store, composer } = scene([0, 0, 0, 0], 60)
  const [west, y] = store.drawnAt(1, now)
  const [east] = store.drawnAt(2, now)
  const seen = { west, east, north: y - 1e-9, south: y + 1e-9 }
  composer.compose(view({ zoom: zooms.names, seen, alarms: new Map([[3, alarmed(2)]]) }))
  expect(composer.named.map(({ slot, rank }) => [slot, rank > 0])).toEqual([
    [2, true],
    [1, false],
  ])
  composer.compose(view({ zoom: zooms.names - 0.1, seen }))
  expect(composer.named).toEqual([])
})

test('seen closely there are no discs', () => {
  const { composer } = scene(Array(8).fill(0), 1)
  composer.compose(view({ zoom: zooms.names }))
  expect(composer.discs).toHaveLength(0)
  expect(sizeOf(composer, 7)).toBeGreaterThan(0)
})

test('a level one that somebody took up stands still', () => {
  const { composer } = scene([0])
  composer.compose(view({ alarms: new Map([[1, alarmed(1, false)]]) }))
  expect(composer.scene.pulsing).toBe(false)
  expect(composer.scene.specialCount).toBeGreaterThan(0)
})

test('a level one that has returned stands still in its own colour, with an outline, and still by itself', () => {
  const { composer } = scene(Array(8).fill(0), 1)
  composer.compose(view({ alarms: new Map([[4, alarmed(1, true, true)]]) }))
  expect(composer.scene.pulsing).toBe(false)
  expect(composer.discs.map(({ members }) => members.length)).toEqual([7])
  expect(composer.named.map(({ slot, level, returned }) => [slot, level, returned])).toEqual([[3, 1, true]])
  const drawn = Array.from(
    { length: composer.scene.specialCount },
    (_, at) => composer.scene.specialSprites[at * spriteSize] ?? 0,
  )
  expect(drawn.slice(-3)).toEqual([pictures.outline(1), pictures.mark(0, 'normal'), pictures.hollowBadge(1)])
})

test('level one is drawn last and hit first', () => {
  const { store, composer } = scene([0, 0], 0)
  composer.compose(view({ clusters: false, selected: 2, alarms: new Map([[1, alarmed(1)]]) }))
  const [x, y] = store.drawnAt(0, now)
  expect(composer.named[0]?.level).toBe(1)
  expect(composer.hit(x, y, 17, now)).toMatchObject({ kind: 'object' })
})

test('a click finds the marker where it is drawn, a disc by its face, and nothing beside them', () => {
  const { store, composer } = scene([0, 0])
  composer.compose(view())
  const [x, y] = store.drawnAt(1, now)
  const pixel = 1 / (512 * 2 ** 17)
  expect(composer.hit(x + 10 * pixel, y, 17, now)).toEqual({ kind: 'object', slot: 1 })
  expect(composer.hit(x + 30 * pixel, y, 17, now)).toBeNull()
  const crowd = scene(Array(6).fill(0), 1)
  crowd.composer.compose(view())
  const disc = crowd.composer.discs[0]
  expect(crowd.composer.hit(disc?.x ?? 0, disc?.y ?? 0, 17, now)).toMatchObject({ kind: 'cluster' })
})

test('composing again without a change uploads no base sprite', () => {
  const { composer } = scene([0, 0, 0])
  composer.compose(view())
  composer.scene.baseChanged = null
  composer.compose(view())
  expect(composer.scene.baseChanged).toBeNull()
})

test('a disc takes as long to its new middle however fast the time shown passes, and none while it stands', () => {
  for (const pace of [0, 1, 8]) {
    const { composer } = scene(Array(6).fill(0), 1)
    composer.compose(view({ pace }))
    expect(composer.scene.specialMotion[5]).toBeCloseTo(0.4 * pace)
  }
})
