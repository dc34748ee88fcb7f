import { describe, expect, test } from 'vitest'
import { homeView, neighbour, noTitle, onlyAffixed, useTabs, without, withoutOthers, withVisit } from './tabs.ts'

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

test('refreshing counts by path and leaves the views alone', () => {
  useTabs.getState().visit(visit('/a'))
  useTabs.getState().refresh('/a')
  useTabs.getState().refresh('/a')
  expect(useTabs.getState().refreshed).toEqual({ '/a': 2 })
  expect(paths(useTabs.getState().views)).toEqual(['/home', '/a'])
})
