import { useSyncExternalStore } from 'react'
import { everySecond } from './now.ts'
import { toSiteTime } from './site-time.ts'

/** As of this second: hundreds of cells ask. */
let known = { second: 0, day: '', minute: '' }

const asOfNow = (): typeof known => {
  const second = Math.floor(Date.now() / 1_000)
  if (known.second !== second) {
    const now = toSiteTime(Date.now())
    known = { second, day: now.slice(0, 10), minute: `${now.slice(0, 16)}:00` }
  }
  return known
}
const today = (): string => asOfNow().day
const minute = (): string => asOfNow().minute

/** The site's present day, `YYYY-MM-DD`; another one from midnight on. */
export const useToday = (): string => useSyncExternalStore(everySecond, today)

/** The beginning of the site's present minute, as calls write it. */
export const useSiteMinute = (): string => useSyncExternalStore(everySecond, minute)
