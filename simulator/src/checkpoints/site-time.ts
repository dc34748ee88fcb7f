/** `YYYY-MM-DD HH:mm:ss` in the site's zone. */
export const siteTime = (instant: number, timeZone: string): string =>
  new Date(instant).toLocaleString('sv-SE', { timeZone, hourCycle: 'h23' })
