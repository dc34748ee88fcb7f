import { asUtc, toSiteTime } from './site-time.ts'

/** The moment (ms since 1970) of a time as calls write it: `YYYY-MM-DD HH:mm:ss` of the site. */
export const fromSiteTime = (siteTime: string): number => {
  const wanted = asUtc(siteTime)
  const nearly = wanted - (asUtc(toSiteTime(wanted)) - wanted)
  // Once more from there: the offset may have changed in between.
  return nearly + wanted - asUtc(toSiteTime(nearly))
}
