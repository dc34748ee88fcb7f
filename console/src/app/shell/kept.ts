import type { VisitedView } from './tabs.ts'

/** A screen in front. */
export interface Front {
  readonly path: string
  /** True: it is gone once another is in front. */
  readonly noCache: boolean
}

/** Screens of open tabs that stay as they were left. */
export const mostKept = 10

/**
 * The screens that are kept, by path, the newest first: the one in front, and those that were in front before it as long as their
 * tab is open. One with unsaved changes does not go, however old it is.
 */
export const keptWith = (
  kept: readonly string[],
  front: Front | null,
  open: readonly Pick<VisitedView, 'path'>[],
  unsaved: ReadonlySet<string>,
): readonly string[] => {
  const others = kept.filter((path) => path !== front?.path && open.some((view) => view.path === path))
  const all = front && !front.noCache ? [front.path, ...others] : others
  return all.filter((path, at) => at < mostKept || unsaved.has(path))
}
