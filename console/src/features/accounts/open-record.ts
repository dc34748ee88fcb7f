import type { Location } from 'react-router'

/** The value under which a pane's record stands in the address, and that of a new one. */
export const openParam = 'id'
export const fresh = 'new'

/** What is open: a record by its id, or a new one with what it begins from. */
export const openedIn = (params: URLSearchParams, fromParam: string): string | null => {
  const open = params.get(openParam)
  return open === fresh ? `${fresh} ${params.get(fromParam) ?? ''}` : open
}

/** Whether two addresses have the same thing open. */
export const sameOpen =
  (fromParam: string) =>
  (from: Location, to: Location): boolean =>
    from.pathname === to.pathname &&
    openedIn(new URLSearchParams(from.search), fromParam) === openedIn(new URLSearchParams(to.search), fromParam)
