import { createContext } from 'react'

/** How the query of an address changes. */
export type QueryChange = (old: URLSearchParams) => URLSearchParams

/** The screen that a part stands on, which may itself stand behind another as it was left. */
export interface OwnScreen {
  /** Its address without query. */
  readonly path: string
  readonly isBehind: () => boolean
  /** Whether it stays as it is, behind, when the window goes to another address. */
  readonly staysBehind: (pathname: string) => boolean
  /**
   * Changes the query of its own address while it is behind, e.g. when what it saved is answered by then: the address of the window
   * is another's.
   */
  readonly changeQuery: (change: QueryChange) => void
  /** Brings it to the front as it was left. */
  readonly show: () => void
}

/** Null outside of the shell. */
export const OwnScreenContext = createContext<OwnScreen | null>(null)
