import { z } from 'zod'

/** What a schema says once its default and its null are taken away. */
export const bare = (schema: z.ZodType): z.ZodType =>
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
