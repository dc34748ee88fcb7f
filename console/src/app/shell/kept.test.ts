import { expect, test } from 'vitest'
import { keptWith as keptOf, mostKept, type Front } from './kept.ts'

const open = (...paths: readonly string[]) => paths.map((path) => ({ path }))
const front = (path: string, noCache = false) => ({ path, noCache })
const keptWith = (kept: readonly string[], present: Front | null, tabs: readonly { path: string }[], ...unsaved: string[]) =>
  keptOf(kept, present, tabs, new Set(unsaved))
const many = Array.from({ length: mostKept }, (_none, index) => `/${index}`)

test('the screen in front is kept with those before it, the newest first', () => {
  expect(keptWith([], front('/a'), open())).toEqual(['/a'])
  expect(keptWith(['/a'], front('/b'), open('/a', '/b'))).toEqual(['/b', '/a'])
  expect(keptWith(['/b', '/a'], front('/a'), open('/a', '/b'))).toEqual(['/a', '/b'])
})

test('the one that was left longest ago goes when another comes', () => {
  expect(many).toHaveLength(10)
  expect(keptWith(many, front('/new'), open(...many, '/new'))).toEqual(['/new', ...many.slice(0, -1)])
  expect(keptWith(many, front('/9'), open(...many))).toHaveLength(10)
})

test('one with unsaved changes does not go', () => {
  expect(keptWith(many, front('/new'), open(...many, '/new'), '/9')).toEqual(['/new', ...many])
  expect(keptWith(['/new', ...many], front('/0'), open(...many, '/new'))).toEqual(['/0', '/new', ...many.slice(1, -1)])
  // Its tab was closed, and it was asked before.
  expect(keptWith(many, front('/new'), open('/new'), '/9')).toEqual(['/new'])
})

test('a screen goes with its tab', () => {
  expect(keptWith(['/b', '/a'], front('/b'), open('/b'))).toEqual(['/b'])
  expect(keptWith(['/b', '/a'], null, open('/a'))).toEqual(['/a'])
})

test('a screen that is not to be kept takes no place', () => {
  expect(keptWith(['/a'], front('/b', true), open('/a', '/b'))).toEqual(['/a'])
  expect(keptWith(many, front('/new', true), open(...many, '/new'))).toEqual(many)
})
