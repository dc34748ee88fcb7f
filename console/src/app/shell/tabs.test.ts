import { describe, expect, test } from 'vitest'
import {
  homeView,
  neighbour,
  noTitle,
  onlyAffixed,
  tabsInBar,
  useTabs,
  withQuery,
  without,
  withoutOthers,
  withVisit,
} from './tabs.ts'

const visit = (path: string, search = '') => ({ path, search, title: { zh: path, en: path } })
const paths = (views: readonly { path: string }[]) => views.map(({ path }) => path)

const three = ['/a', '/b', '/c'].reduce((views, path) => withVisit(views, visit(path)), [homeView] as ReturnType<
  typeof withVisit
>)

describe('visited views', () => {
  test('a path stands in the bar once, with the query it was last seen with', () => {
    const views = withVisit(withVisit([homeView], visit('/a', '?page=1')), visit('/a', '?page=2'))
    expect(paths(views)).toEqual(['/home', '/a'])
    expect(views[1]?.address).toBe('/a?page=2')
  })

  test('a view that is not cached forgets its query', () => {
    const views = withVisit([], { ...visit('/a', '?page=2'), noCache: true })
    expect(views[0]?.address).toBe('/a')
    expect(views[0]?.meta.noCache).toBe(true)
  })

  test('a view without a title has one all the same', () => {
    expect(withVisit([], { path: '/a', search: '' })[0]?.title).toBe(noTitle)
  })
})

describe('closing', () => {
  test('an affixed view stays whatever is closed', () => {
    expect(paths(without(three, '/home'))).toEqual(['/home', '/a', '/b', '/c'])
    expect(paths(onlyAffixed(three))).toEqual(['/home'])
  })

  test('closing others keeps the affixed ones and the present one', () => {
    expect(paths(withoutOthers(three, '/b'))).toEqual(['/home', '/b'])
  })

  test('after closing one goes on to the right, at the end to the last', () => {
    expect(neighbour(three, '/a')).toBe('/b')
    expect(neighbour(three, '/c')).toBe('/b')
  })
})

test('a view behind gets another query, one that is not cached none', () => {
  const views = [...withVisit([homeView], visit('/a', '?page=1&id=2')), ...withVisit([], { ...visit('/b'), noCache: true })]
  const without = (params: URLSearchParams) => {
    params.delete('id')
    return params
  }
  expect(withQuery(views, '/a', without).map(({ address }) => address)).toEqual(['/home', '/a?page=1', '/b'])
  expect(withQuery(views, '/a', () => new URLSearchParams())[1]?.address).toBe('/a')
  expect(withQuery(views, '/b', () => new URLSearchParams('id=1'))[2]?.address).toBe('/b')
})

describe('room in the bar', () => {
  const shown = (widths: readonly number[], present: number, room: number) =>
    [...tabsInBar(widths, present, room, 30)].toSorted((a, b) => a - b)

  test('all tabs stand in it while they find room, without a button', () => {
    expect(shown([50, 50, 50], 0, 150)).toEqual([0, 1, 2])
  })

  test('the button takes its place from those that find none', () => {
    expect(shown([50, 50, 50], 0, 149)).toEqual([0, 1])
    expect(shown([50, 60, 10], 0, 119)).toEqual([0])
  })

  test('the first and the present one stand in it, however narrow it is', () => {
    expect(shown([50, 50, 50, 50], 3, 180)).toEqual([0, 1, 3])
    expect(shown([50, 50, 50, 50], 3, 20)).toEqual([0, 3])
    expect(shown([50, 50, 50, 50], -1, 20)).toEqual([0])
  })
})

test('refreshing counts by path and leaves the views alone', () => {
  useTabs.getState().visit(visit('/a'))
  useTabs.getState().refresh('/a')
  useTabs.getState().refresh('/a')
  expect(useTabs.getState().refreshed).toEqual({ '/a': 2 })
  expect(paths(useTabs.getState().views)).toEqual(['/home', '/a'])
})
