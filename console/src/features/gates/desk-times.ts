/** A time of the site as short as a day allows: `08:00`, or with its day, and with its year where that is another. */
export const momentOn = (time: string | null, today: string): string => {
  if (time === null) return ''
  if (time.startsWith(today)) return time.slice(11, 16)
  return time.slice(time.startsWith(today.slice(0, 4)) ? 5 : 0, 16)
}

/** From when on the last passes are told: at midnight those of the evening are the last as well. */
export const passesFrom = (today: string): string =>
  `${new Date(Date.parse(`${today}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)} 00:00:00`
