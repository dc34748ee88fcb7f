/** Where a visitor's phone opens a booking link, or his own booking: a page of its own, without a session. */
export const visitRoute = '/visit/:token'

const here = globalThis.location as Location | undefined

/** Whether this page was opened as a visitor's. */
export const isVisit: boolean = here?.pathname.startsWith('/visit/') ?? false
