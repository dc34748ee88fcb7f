import type { z } from 'zod'
import type { Noun } from '@vigil/contract/kernel/noun.ts'

/** A record of any noun as calls carry it. */
export interface Row {
  readonly id: string
  readonly version: number
  readonly [field: string]: unknown
}

/** What a form holds: the fields of a save, and beside each reference the names of what it names. */
export type Draft = Readonly<Record<string, unknown>>

/** A noun with the shape of its records, as `noun()` makes it. */
export type ListNoun = Noun & { readonly record: z.ZodType }

/** The record of a noun, typed. */
export type RecordOf<N extends ListNoun> = z.output<N['record']> & Row

/** A record out of an answer; null for anything else. */
export const asRow = (data: unknown): Row | null =>
  typeof data === 'object' &&
  data !== null &&
  'id' in data &&
  typeof data.id === 'string' &&
  'version' in data &&
  typeof data.version === 'number'
    ? (data as Row)
    : null
