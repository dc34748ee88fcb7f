import { nounOfLog } from '@vigil/contract/journal/log-object.ts'
import { mask } from '../../kernel/mask.ts'

/** Keys under which records keep phone and identity numbers, whatever they tell of. */
const numbers = /mobile|phone|identity|idcard/i

/** A record of the journal for who may not see private data: what its noun calls private, and what looks like it. */
export const masked = (record: unknown, object: string): unknown => {
  const fields = nounOfLog(object)?.fields ?? {}
  const within = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part
    if (Array.isArray(part)) return part.map(within)
    return Object.fromEntries(
      Object.entries(part).map(([key, value]) => [
        key,
        typeof value === 'string' && (fields[key]?.private || numbers.test(key)) ? mask(value) : within(value),
      ]),
    )
  }
  return within(record)
}
