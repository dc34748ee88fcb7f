import { create } from 'zustand'

/**
 * How the live stream stands.
 * `off` nothing was asked for yet, `connecting` on the way, `open` data comes, `broken` the link is lost and is being tried again.
 */
export type LinkState = 'off' | 'connecting' | 'open' | 'broken'

interface LiveStatus {
  readonly link: LinkState
  /** When anything last came over the link, this computer's clock in milliseconds; null before the first. */
  readonly heardAt: number | null
}

export const useLiveStatus = create<LiveStatus>(() => ({ link: 'off', heardAt: null }))

/** What feeds the data age in the top bar: called by whoever owns the live link. */
export const liveStatus = {
  setLink: (link: LinkState): void => useLiveStatus.setState({ link }),
  /** Something came: a frame, an event or a tick. At most once a second is enough. */
  heard: (at: number = Date.now()): void => useLiveStatus.setState({ link: 'open', heardAt: at }),
}
