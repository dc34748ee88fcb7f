import { useSyncExternalStore } from 'react'
import { everySecond } from './now.ts'
import { toSiteTime } from './site-time.ts'

/** As of this second: hundreds of cells ask. */
let known = { second: 0, day: '' }

const today = (): string => {
  const second = Math.floor(Date.now() / 1_000)
  if (known.second !== second) known = { second, day: toSiteTime(Date.now()).slice(0, 10) }
  return known.day
}

/** The site's present day, `YYYY-MM-DD`; another one from midnight on. */
export const useToday = (): string => useSyncExternalStore(everySecond, today)
