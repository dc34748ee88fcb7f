import { z } from 'zod'
import { call, noData, type Call, type Needs, type PlannedCall } from './call.ts'
import { listingOf } from './listings.ts'
import type { CodeName } from './codes.ts'
import type { Text } from './text.ts'
import { usualCode, type WrittenCode } from './written-codes.ts'

/** Identifiers are strings on the wire, whatever they are inside. */
export const id = z
  .string()
  .regex(/^[1-9]\d{0,17}$/, 'not an identifier')
  .meta({ id: 'Id' })

const isDay = (text: string): boolean => {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number)
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** Grows by one with every change of a record. */
const version = z.number().int().min(1).max(2_147_483_647)
/** Fields every stored record carries. */
export const recordFields = { id, version }

/** `YYYY-MM-DD` in the site's time zone. */
export const day = z
  .string()
  .regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'not a day as YYYY-MM-DD')
  .refine(isDay, 'no such day')
  .meta({ id: 'Day' })

/** `YYYY-MM-DD HH:mm:ss` in the site's time zone. */
export const time = z
  .string()
  .regex(
    /^[1-9]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/,
    'not a time as YYYY-MM-DD HH:mm:ss',
  )
  .refine(isDay, 'no such day')
  .meta({ id: 'Time' })

/** The form of a time of day, `HH:mm`, and what is said of another. */
export const timeOfDay = [/^([01]\d|2[0-3]):[0-5]\d$/, 'not a time of day as HH:mm'] as const

const stored = (written: z.ZodString, max: number) =>
  written.max(max).refine((value) => !/(?![\t\n\r])[\p{Control}\p{Surrogate}]/u.test(value), 'has control characters')
const needed = (written: z.ZodString) => written.refine((value) => value.length > 0, 'is required').meta({ minLength: 1 })

/** A text a person typed: trimmed, without control characters and half characters, which no database stores. */
export const text = (max: number) => stored(z.string().trim(), max)
export const requiredText = (max: number) => needed(text(max))

type Usual = NonNullable<WrittenCode['usual']>
/** A code as somebody writes it, in its usual form. */
export const code = (usual: Usual = usualCode) => z.string().overwrite(usual)
export const codeText = (max: number, usual?: Usual) => stored(code(usual), max)
export const requiredCodeText = (max: number, usual?: Usual) => needed(codeText(max, usual))

/** What does not show, turns the text around, means something else to everybody, or nothing to anybody. */
const unseen = /[\p{Other}\p{Line_Separator}\p{Paragraph_Separator}\p{Default_Ignorable_Code_Point}]/u
const inOneForm = (typed: string): string => typed.normalize('NFKC').replaceAll(/ {2,}/g, ' ').trim()

/**
 * What somebody or something is called: one line in one form (NFKC, single spaces), of characters that are seen. So two names
 * that look alike are alike, as far as a machine can tell.
 */
export const nameText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { abort: true })
    .overwrite(inOneForm)
    .max(max)
    .refine((value) => !unseen.test(value), 'has characters that do not show')
export const requiredName = (max: number) =>
  nameText(max)
    .refine((value) => value.length > 0, 'is required')
    .meta({ minLength: 1 })

/** Letters of one script, ASCII or Chinese, with digits and `. _ - @`: no account looks like another by mixing them. */
export const isAccountName = (name: string): boolean => /^(?:[A-Za-z\d._@-]+|[\p{Script=Han}\d._@-]+)$/u.test(name)

export const longitude = z.number().min(-180).max(180)
export const latitude = z.number().min(-90).max(90)

/** Optional paging of every list call. With `pageSize` the answer is a page, without it the whole list. */
export const paging = z.object({
  pageNum: z.number().int().min(1).max(1_000_000).optional(),
  pageSize: z.number().int().min(1).max(1000).optional(),
  /** Field name, `-` before it for descending. */
  sort: z
    .string()
    .regex(/^-?[A-Za-z]\w{0,40}$/, 'not a field name')
    .optional(),
})
export type Paging = z.output<typeof paging>

/** A body of fields that may all be left out: an absent or null body means none of them. */
export const optionalBody = <S extends z.ZodRawShape>(shape: S) =>
  z.preprocess((body: z.input<z.ZodObject<S>> | null | undefined) => body ?? {}, z.object(shape))

/** The longest list that is answered without paging. */
export const wholeListLimit = 20_000

export const page = <Item extends z.ZodType>(item: Item) => z.object({ list: z.array(item), total: z.number().int().min(0) })
export interface Page<Item> {
  list: Item[]
  total: number
}

interface ListCallOptions<F extends z.ZodRawShape, I extends z.ZodType> {
  readonly path: `/${string}`
  readonly describe: Text
  readonly needs: Needs
  readonly filter: F
  readonly item: I
  /** `true` unless said. */
  readonly reads?: Call['reads']
}

/** A list: its filter plus optional paging in, the whole array or one page out. */
export const listCall = <F extends z.ZodRawShape, I extends z.ZodType>({
  path,
  describe,
  needs,
  filter,
  item,
  reads = true,
}: ListCallOptions<F, I>) =>
  listingOf(
    item,
    call({
      path,
      describe,
      needs,
      reads,
      body: optionalBody({ ...paging.shape, ...filter }),
      data: z.union([z.array(item), page(item)]),
      codes: ['tooManyRows'],
    }),
  )

/** Always a page; `pageNum` 1 and `pageSize` 20 unless said. */
export const pageCall = <F extends z.ZodRawShape, I extends z.ZodType>({
  path,
  describe,
  needs,
  filter,
  item,
  reads = true,
}: ListCallOptions<F, I>) =>
  call({ path, describe, needs, reads, body: optionalBody({ ...paging.shape, ...filter }), data: page(item) })

/** The number of rows for the same filter as the list of that name. */
export const countCall = <F extends z.ZodRawShape>({
  path,
  describe,
  needs,
  filter,
  reads = true,
}: Omit<ListCallOptions<F, z.ZodType>, 'item'>) =>
  call({ path, describe, needs, reads, body: optionalBody(filter), data: z.number().int().min(0) })

/**
 * Creates without `id`, updates with it. `version` is the one that was read: an older one gets `conflict` and the present
 * record, with who made that version and when as `changedBy` and `changedAt`: by the name that he has now, null where the caller
 * would not see his rows in the log, or where he is no longer there. The answer is the record as it now stands.
 */
export const saveCall = <R extends z.ZodType, W extends z.ZodRawShape>(definition: {
  readonly path: `/${string}`
  readonly describe: Text
  readonly needs: Needs
  readonly fields: W
  readonly record: R
  readonly codes?: readonly CodeName[]
  readonly bodyLimit?: number
}) =>
  call({
    path: definition.path,
    describe: definition.describe,
    needs: definition.needs,
    body: z.object({ id: id.optional(), version: version.optional(), ...definition.fields }),
    data: definition.record,
    codes: ['notFound', 'conflict', 'notUnique', ...(definition.codes ?? [])],
    ...(definition.bodyLimit === undefined ? {} : { bodyLimit: definition.bodyLimit }),
  })

export const deleteCall = (path: `/${string}`, describe: Text, needs: Needs, more: readonly CodeName[] = []) =>
  call({ path, describe, needs, body: z.object({ id }), data: noData, codes: ['notFound', ...more] })

/** Lists by department include the departments below it unless `recursive` is false. */
export const byDepartment = { deptId: id.optional(), recursive: z.boolean().default(true) }

/** How many records of a list stand in each department, those of no department under null; departments without any are left out. */
export const countsByDept = z.array(z.object({ deptId: id.nullable(), count: z.number().int().min(1) }))

/** A call whose entity comes with a later part of the product: its shape is open until then, its answer `notAvailableYet`. */
export const plannedCall = (path: `/${string}`, describe: Text, needs: Needs, method: 'GET' | 'POST' = 'POST'): PlannedCall => ({
  ...call({ path, method, describe, needs, body: z.unknown(), data: z.unknown() }),
  planned: true,
})
