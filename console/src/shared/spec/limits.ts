import { z } from 'zod'
import type { Field } from '@vigil/contract/kernel/field.ts'
import { bare } from '@vigil/contract/kernel/limits.ts'

/** The most characters a text may have; null where there is no limit. */
export const longest = (schema: z.ZodType): number | null => {
  const text = bare(schema)
  if (text instanceof z.ZodString) return text.maxLength
  return null
}

/** What a field holds while nothing was put in. */
export const emptyOf = ({ as }: Field): unknown => {
  switch (as.kind) {
    case 'text':
    case 'choice':
    case 'day':
    case 'picture':
      return ''
    case 'choices':
    case 'refs':
    case 'ids':
    case 'ring':
    case 'shape':
    case 'periods':
      return []
    default:
      return null
  }
}

/** What a new record's field holds: what the contract presets, else nothing. */
export const presetOf = (field: Field): unknown => {
  const preset = field.sent.safeParse(undefined)
  return preset.success && preset.data !== undefined ? preset.data : emptyOf(field)
}

/** Whether a field may be emptied. */
export const mayBeEmpty = (field: Field): boolean => field.sent.safeParse(emptyOf(field)).success

/** Whether somebody has to put something in; what always has one of its values is not asked for. */
export const isNeeded = (field: Field): boolean => {
  if (mayBeEmpty(field)) return false
  const { kind } = field.as
  return !((kind === 'choice' || kind === 'flag' || kind === 'switch') && field.sent.safeParse(undefined).success)
}
