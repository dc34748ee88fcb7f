import { beforeEach, expect, test, vi } from 'vitest'
import { createHolders } from './holders.ts'

/** Screens of which one is in front. */
const stage = () => {
  const onUnsaved = vi.fn<(unsaved: boolean) => void>()
  const holders = createHolders<{ path: string; isBehind: () => boolean; show: () => void }>(onUnsaved)
  let front = '/a'
  const asked: string[] = []
  const answers = new Map<string, { proceed: () => void; stay: () => void }>()
  const dropped: string[] = []
  const saved = new Set<string>()
  const screenOf = (path: string) => ({ path, isBehind: () => front !== path, show: () => asked.push(`show ${path}`) })
  const screens = { '/a': screenOf('/a'), '/b': screenOf('/b') }
  const type = (path: keyof typeof screens) =>
    holders.add(path, {
      screen: screens[path],
      unsaved: () => !saved.has(path),
      same: (from, to) => from.search === to.search,
      hold: (proceed, stay) => {
        asked.push(`ask ${path}`)
        answers.set(path, { proceed, stay })
      },
      drop: () => dropped.push(path),
    })
  return {
    holders,
    onUnsaved,
    asked,
    dropped,
    /** The answer to a save comes, whether or not its screen is drawn. */
    answerSave: (path: keyof typeof screens) => saved.add(path),
    type,
    answer: (path: string) => answers.get(path),
    /** As the shell does once a screen is drawn in front. */
    comesToFront: (path: keyof typeof screens, wanted: Parameters<typeof holders.arrive>[1] = null) => {
      front = path
      holders.arrive(screens[path], wanted)
    },
  }
}
const at = (search: string) => ({ pathname: '/b', search, hash: '', state: null, key: '' })
const go = vi.fn<() => void>()
beforeEach(() => void go.mockClear())

test('nothing unsaved is in nobody’s way', () => {
  const { holders } = stage()
  holders.leaveScreen(go)
  holders.leaveScreens(() => true, go)
  expect(go).toHaveBeenCalledTimes(2)
  expect(holders.hasUnsaved()).toBe(false)
})

test('what is in front is asked where it stands, and what it says holds', () => {
  const { holders, asked, dropped, type, answer, onUnsaved } = stage()
  const remove = type('/a')
  expect(onUnsaved).toHaveBeenLastCalledWith(true)
  holders.leaveScreens((path) => path === '/b', go)
  expect(go).toHaveBeenCalledTimes(1)
  holders.leaveScreens((path) => path === '/a', go)
  answer('/a')?.stay()
  expect(go).toHaveBeenCalledTimes(1)
  expect(dropped).toEqual([])
  holders.leaveScreen(go)
  answer('/a')?.proceed()
  expect(go).toHaveBeenCalledTimes(2)
  expect(dropped).toEqual(['/a'])
  expect(asked).toEqual(['ask /a', 'ask /a'])
  remove()
  expect(onUnsaved).toHaveBeenLastCalledWith(false)
})

test('what is behind comes to the front to be asked, one after the other', () => {
  const { holders, asked, dropped, type, answer, comesToFront } = stage()
  type('/a')
  type('/b')
  expect(holders.unsavedPaths()).toEqual(new Set(['/a', '/b']))
  holders.leaveScreens(() => true, go)
  answer('/a')?.proceed()
  expect(asked).toEqual(['ask /a', 'show /b'])
  expect(dropped).toEqual([])
  comesToFront('/b')
  expect(asked).toEqual(['ask /a', 'show /b', 'ask /b'])
  answer('/b')?.proceed()
  expect(go).toHaveBeenCalledTimes(1)
  expect(dropped).toEqual(['/a', '/b'])
})

test('what waited for a screen is forgotten when another comes to the front instead', () => {
  const { holders, asked, type, comesToFront } = stage()
  type('/b')
  holders.leaveScreens(() => true, go)
  comesToFront('/a')
  comesToFront('/b')
  expect(asked).toEqual(['show /b'])
  expect(go).not.toHaveBeenCalled()
})

test('a screen that comes back for something else asks first, where that loses something', () => {
  const { holders, asked, type, answer, comesToFront } = stage()
  type('/b')
  expect(holders.wouldLose('/b', at('?id=1'), at('?id=2'))).toBe(true)
  expect(holders.wouldLose('/b', at('?id=1'), at('?id=1'))).toBe(false)
  expect(holders.wouldLose('/a', at('?id=1'), at('?id=2'))).toBe(false)
  const stay = vi.fn<() => void>()
  comesToFront('/b', { go, stay })
  expect(asked).toEqual(['ask /b'])
  answer('/b')?.stay()
  expect(stay).toHaveBeenCalledTimes(1)
  expect(go).not.toHaveBeenCalled()
})

test('what was saved while its screen was behind is in nobody’s way', () => {
  const { holders, asked, dropped, type, answerSave, comesToFront } = stage()
  type('/b')
  answerSave('/b')
  expect(holders.hasUnsaved()).toBe(false)
  expect(holders.unsavedPaths()).toEqual(new Set())
  expect(holders.wouldLose('/b', at('?id=1'), at('?id=2'))).toBe(false)
  holders.leaveScreens(() => true, go)
  expect(go).toHaveBeenCalledTimes(1)
  comesToFront('/b', { go, stay: go })
  expect(go).toHaveBeenCalledTimes(2)
  expect([asked, dropped]).toEqual([[], []])
})

test('all are let go at once when somebody else signs in', () => {
  const { holders, dropped, type, onUnsaved } = stage()
  type('/a')
  type('/b')
  holders.dropUnsaved()
  expect(dropped).toEqual(['/a', '/b'])
  expect(holders.hasUnsaved()).toBe(false)
  expect(onUnsaved).toHaveBeenLastCalledWith(false)
})
