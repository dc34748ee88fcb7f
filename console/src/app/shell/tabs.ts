import type { Text } from '@vigil/contract/kernel/text.ts'
import { create } from 'zustand'
import type { QueryChange } from '../../shared/routes/own-screen.ts'
import { storedJson } from '../../shared/storage.ts'
import { homePage } from '../routes/pages.ts'

/** A screen that was visited and stands in the tab bar. */
export interface VisitedView {
  /** Address without query: there is one tab a path. */
  readonly path: string
  readonly title: Text
  readonly meta: {
    /** True: the tab forgets its screen when one leaves it, and leads back to its bare path. */
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

/** Where the tab of a path stands; the path alone where it has none. */
export const addressIn = (views: readonly VisitedView[], path: string): string =>
  views.find((view) => view.path === path)?.address ?? path

/** The view of a path with another query in its address. */
export const withQuery = (views: readonly VisitedView[], path: string, change: QueryChange): readonly VisitedView[] =>
  views.map((view) => {
    if (view.path !== path || view.meta.noCache) return view
    const search = change(new URLSearchParams(view.address.slice(path.length))).toString()
    return { ...view, address: search === '' ? path : `${path}?${search}` }
  })

export const without = (views: readonly VisitedView[], path: string): readonly VisitedView[] =>
  views.filter((view) => view.meta.affix || view.path !== path)

/** Keeps affixed views and the one of `path`. */
export const withoutOthers = (views: readonly VisitedView[], path: string): readonly VisitedView[] =>
  views.filter((view) => view.meta.affix || view.path === path)

export const onlyAffixed = (views: readonly VisitedView[]): readonly VisitedView[] => views.filter(({ meta }) => meta.affix)

/**
 * Which tabs stand in a bar, by their index: the first and the present one always, of the others as many as find room from the
 * left. Widths and room in pixels; `more` is what the button takes that opens those without room.
 */
export const tabsInBar = (widths: readonly number[], present: number, room: number, more: number): ReadonlySet<number> => {
  const all = widths.map((_width, index) => index)
  const sum = (indexes: readonly number[]): number => indexes.reduce((total, index) => total + (widths[index] ?? 0), 0)
  if (sum(all) <= room) return new Set(all)
  const shown = all.filter((index) => index === 0 || index === present)
  let left = room - more - sum(shown)
  for (const index of all) {
    if (shown.includes(index)) continue
    left -= widths[index] ?? 0
    if (left < 0) break
    shown.push(index)
  }
  return new Set(shown)
}

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
  /** Changes the query of a screen that is not in front. */
  readonly changeQuery: (path: string, change: QueryChange) => void
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
    changeQuery: (path, change) => keep(withQuery(get().views, path, change)),
    keep,
    refresh: (path) => set(({ refreshed }) => ({ refreshed: { ...refreshed, [path]: (refreshed[path] ?? 0) + 1 } })),
  }
})
