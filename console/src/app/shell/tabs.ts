import type { Text } from '@vigil/contract/kernel/text.ts'
import { create } from 'zustand'
import { storedJson } from '../../shared/storage.ts'
import { homePage } from '../routes/pages.ts'

/** A screen that was visited and stands in the tab bar. */
export interface VisitedView {
  /** Address without query: there is one tab a path. */
  readonly path: string
  readonly title: Text
  readonly meta: {
    /** True: the tab forgets where its screen stood and leads back to its bare path. */
    readonly noCache: boolean
    /** True: the tab cannot be closed. */
    readonly affix: boolean
  }
  /** The address with the query (filters, page) it was last seen with. */
  readonly address: string
}

/** A visit as the shell reports it. */
export interface Visit {
  readonly path: string
  readonly search: string
  readonly title?: Text
  readonly noCache?: boolean
  readonly affix?: boolean
}

export const noTitle: Text = { zh: '未命名', en: 'No name' }

const viewOf = ({ path, search, title = noTitle, noCache = false, affix = false }: Visit): VisitedView => ({
  path,
  title,
  meta: { noCache, affix },
  address: noCache ? path : `${path}${search}`,
})

export const homeView: VisitedView = viewOf({ path: homePage.path, search: '', title: homePage.title, affix: true })

/** Adds a view, or brings the one of its path up to date. */
export const withVisit = (views: readonly VisitedView[], visit: Visit): readonly VisitedView[] => {
  const view = viewOf(visit)
  return views.some(({ path }) => path === view.path)
    ? views.map((old) => (old.path === view.path ? view : old))
    : [...views, view]
}

export const without = (views: readonly VisitedView[], path: string): readonly VisitedView[] =>
  views.filter((view) => view.meta.affix || view.path !== path)

/** Keeps affixed views and the one of `path`. */
export const withoutOthers = (views: readonly VisitedView[], path: string): readonly VisitedView[] =>
  views.filter((view) => view.meta.affix || view.path === path)

export const onlyAffixed = (views: readonly VisitedView[]): readonly VisitedView[] => views.filter(({ meta }) => meta.affix)

/** Where to go when the tab one looks at was closed: the one at its right, else the last that is left. */
export const neighbour = (views: readonly VisitedView[], closed: string): string => {
  const index = views.findIndex(({ path }) => path === closed)
  const left = without(views, closed)
  return (left[index] ?? left.at(-1) ?? homeView).address
}

const isViews = (value: unknown): value is readonly VisitedView[] =>
  Array.isArray(value) &&
  value.every(
    (view: unknown) =>
      typeof view === 'object' &&
      view !== null &&
      'path' in view &&
      typeof view.path === 'string' &&
      'address' in view &&
      typeof view.address === 'string' &&
      'title' in view &&
      typeof view.title === 'object' &&
      'meta' in view &&
      typeof view.meta === 'object',
  )

const kept = storedJson('session', 'vigil.tabs', isViews)

interface TabsState {
  readonly views: readonly VisitedView[]
  /** By path, how often the screen was asked to begin anew. */
  readonly refreshed: Readonly<Record<string, number>>
  readonly visit: (visit: Visit) => void
  readonly keep: (views: readonly VisitedView[]) => void
  readonly refresh: (path: string) => void
}

export const useTabs = create<TabsState>((set, get) => {
  const keep = (views: readonly VisitedView[]): void => {
    kept.write(views)
    set({ views })
  }
  return {
    views: kept.read() ?? [homeView],
    refreshed: {},
    visit: (visit) => keep(withVisit(get().views, visit)),
    keep,
    refresh: (path) => set(({ refreshed }) => ({ refreshed: { ...refreshed, [path]: (refreshed[path] ?? 0) + 1 } })),
  }
})
