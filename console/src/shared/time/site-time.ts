const formatIn = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })

/** Until somebody is signed in, no time of the site is shown. */
let format = formatIn('Asia/Shanghai')

/** The zone in which the site writes its times, as the server tells it at sign-in. */
export const setSiteZone = (timeZone: string): void => {
  format = formatIn(timeZone)
}

/** A moment (ms since 1970) as calls write it: `YYYY-MM-DD HH:mm:ss` of the site. */
export const toSiteTime = (at: number): string => format.format(at)

/** Milliseconds by which the site's clock is ahead of UTC at a moment. */
export const siteOffset = (at: number): number => {
  const second = Math.floor(at / 1_000) * 1_000
  return asUtc(toSiteTime(second)) - second
}
/** As if it were UTC, in a form that has room for every year: the last hours of 9999 are of the next year somewhere. */
export const asUtc = (siteTime: string): number => {
  const [year = '', ...rest] = siteTime.replace(' ', 'T').split('-')
  return Date.parse(`+${[year.padStart(6, '0'), ...rest].join('-')}Z`)
}

/** The moment (ms since 1970) of a `YYYY-MM-DD HH:mm:ss` of the site; of an hour that a clock goes through twice, one of the two. */
export const fromSiteTime = (siteTime: string): number => {
  const guess = asUtc(siteTime)
  // Whether the clock was changed between the guess and the moment is seen from the moment.
  return guess - siteOffset(guess - siteOffset(guess))
}
