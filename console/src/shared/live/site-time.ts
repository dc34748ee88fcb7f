/** The zone in which the site writes its times. */
const siteZone = 'Asia/Shanghai'

const format = new Intl.DateTimeFormat('sv-SE', { timeZone: siteZone, dateStyle: 'short', timeStyle: 'medium' })

/** A moment (ms since 1970) as calls write it: `YYYY-MM-DD HH:mm:ss` of the site. */
export const toSiteTime = (at: number): string => format.format(at)
