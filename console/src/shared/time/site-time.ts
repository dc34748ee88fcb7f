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
