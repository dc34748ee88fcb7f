/** Pure: times as a phone's own fields write them, `YYYY-MM-DDTHH:mm`, and as calls do. */

const hour = 3_600_000
const stay = 4 * hour

const two = (value: number): string => String(value).padStart(2, '0')

/** A moment by the phone's own clock: who books stands where the site is, or is on his way there. */
export const fieldTime = (milliseconds: number): string => {
  const at = new Date(milliseconds)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`
}
export const wireTime = (field: string): string => `${field.replace('T', ' ')}:00`

/** What a booking begins with: the next full hour, and some hours from there. */
export const nextHours = (now: number): { readonly planIn: string; readonly planOut: string } => {
  const from = Math.ceil(now / hour) * hour
  return { planIn: fieldTime(from), planOut: fieldTime(from + stay) }
}
