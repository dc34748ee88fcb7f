import type { Location } from 'react-router'

/** The value under which a pane's record stands in the address, and that of a new one. */
export const openParam = 'id'
export const fresh = 'new'

/** Whether two addresses have the same record open. */
export const sameOpen = (from: Location, to: Location): boolean =>
  from.pathname === to.pathname &&
  new URLSearchParams(from.search).get(openParam) === new URLSearchParams(to.search).get(openParam)
