import { hat } from '@vigil/contract/devices/hat.ts'
import { expect, test } from 'vitest'
import { resolvedFilters } from '../spec/filters.ts'
import { countActive, splitFilters } from './primary.ts'

const filters = (...names: readonly string[]) => resolvedFilters(hat, names)
const namesOf = ({ primary, others }: ReturnType<typeof splitFilters>) =>
  [primary, others].map((list) => list.map(({ name }) => name))

test('one line holds the two filters that a screen names first, the rest is opened', () => {
  expect(namesOf(splitFilters(filters('online', 'battery', 'userId', 'lastOnline'), 2))).toEqual([
    ['online', 'battery'],
    ['userId', 'lastOnline'],
  ])
  expect(namesOf(splitFilters(filters('online', 'battery'), 1))).toEqual([['online'], ['battery']])
  expect(namesOf(splitFilters(filters('online'), 2))).toEqual([['online'], []])
  expect(namesOf(splitFilters([], 2))).toEqual([[], []])
})

test('two ranges have no room in one line, and a small window has none for any', () => {
  expect(namesOf(splitFilters(filters('lastOnline', 'battery', 'online'), 2))).toEqual([['lastOnline'], ['battery', 'online']])
  expect(namesOf(splitFilters(filters('online', 'userId'), 0))).toEqual([[], ['online', 'userId']])
})

test('a range counts once, however many of its ends are set', () => {
  const hidden = filters('battery', 'userId', 'lastOnline')
  expect(countActive(hidden, {})).toBe(0)
  expect(countActive(hidden, { batteryFrom: '1', batteryTo: '20', lastOnlineTo: '2026-01-01 00:00:00', online: '1' })).toBe(2)
})
