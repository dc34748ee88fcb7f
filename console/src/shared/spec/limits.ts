import { z } from 'zod'
import type { Field } from '@vigil/contract/kernel/field.ts'

/** What a schema says once its default and its null are taken away. */
const bare = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
    ? bare(schema.unwrap() as z.ZodType)
    : schema

/** The least and the most a number may be; null where there is no limit. */
export const numberLimits = (schema: z.ZodType): { readonly least: number | null; readonly most: number | null } => {
  const number = bare(schema)
  if (!(number instanceof z.ZodNumber)) return { least: null, most: null }
  const { minValue, maxValue } = number
  return { least: finite(minValue), most: finite(maxValue) }
}
const finite = (limit: number | null): number | null =>
  limit !== null && Number.isFinite(limit) && Math.abs(limit) < Number.MAX_SAFE_INTEGER ? limit : null

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
