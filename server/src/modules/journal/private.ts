import { mask } from '../../kernel/mask.ts'

/** Keys under which records keep phone and identity numbers. */
const numbers = /mobile|phone|identity|idcard/i

/** A record of the journal for who may not see private data. */
export const masked = (record: unknown): unknown => {
  if (typeof record !== 'object' || record === null) return record
  if (Array.isArray(record)) return record.map(masked)
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [
      key,
      typeof value === 'string' && numbers.test(key) ? mask(value) : masked(value),
    ]),
  )
}
