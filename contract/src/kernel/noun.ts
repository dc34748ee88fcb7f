import { z } from 'zod'
import type { RouteName } from '../menu/routes.ts'
import { call, type Call, type Needs } from './call.ts'
import type { CodeName } from './codes.ts'
import type { Field, Fields } from './field.ts'
import { listing, recordsOf } from './listings.ts'
import {
  byDepartment,
  countsByDept,
  day,
  deleteCall,
  id,
  listCall,
  optionalBody,
  recordFields,
  saveCall,
  text,
  time,
} from './shapes.ts'
import type { Text } from './text.ts'

type Sent<F extends Fields> = { [K in keyof F]: F[K]['sent'] }
type Kept<F extends Fields> = { [K in keyof F]: F[K]['kept'] }
type KindOf<A> = A extends { readonly kind: infer Kind } ? Kind : never
type Names<F extends Fields> = {
  [K in keyof F as 'ref' extends KindOf<F[K]['as']> ? NameField<K> : never]: z.ZodNullable<z.ZodString>
} & {
  [K in keyof F as 'refs' extends KindOf<F[K]['as']> ? NamesField<K> : never]: z.ZodArray<z.ZodString>
}
type NamesField<K> = K extends `${infer Base}Ids` ? `${Base}Names` : never
type NameField<K> = K extends 'pid' ? 'parentName' : K extends `${infer Base}Id` ? `${Base}Name` : never
type Known<F extends Fields, S extends Fields> = (keyof F | keyof S) & string
type FieldOf<F extends Fields, S extends Fields, Name> = Name extends keyof F ? F[Name] : Name extends keyof S ? S[Name] : never
type ValueOf<F extends Fields, S extends Fields, Name> = NonNullable<z.output<FieldOf<F, S, Name>['kept']>>
type Filters<F extends Fields, S extends Fields, K extends string> = {
  [Name in K]: z.ZodOptional<z.ZodType<ValueOf<F, S, Name>>>
}
type Ranges<F extends Fields, S extends Fields, R extends string> = {
  [Name in R as `${Name}From` | `${Name}To`]: z.ZodOptional<z.ZodType<ValueOf<F, S, Name>>>
}

/**
 * One kind of record that people keep: its words, its fields with their labels, how it is searched. Lists, forms, imports,
 * exports, the journal and the documentation all read it from here.
 */
export interface Noun<
  F extends Fields = Fields,
  S extends Fields = Fields,
  K extends string = string,
  R extends string = string,
> {
  /** In the journal and wherever a noun is named: `loraGateway`. */
  readonly name: string
  readonly word: Text
  readonly words: Text
  /** The screen on which it is kept. */
  readonly route: RouteName
  /** What a save takes. */
  readonly fields: F
  /** What records carry besides: never saved, only shown. */
  readonly shown: S
  /** The field by which people name a record. */
  readonly title: keyof F & string
  /** The field that no two records share: a sheet's row with a known one means that record. */
  readonly key: keyof F & string
  /** What a keyword is looked for in: fields, or the names of what they name (`userName`). */
  readonly search: readonly string[]
  /** Fields that a list may be narrowed by. */
  readonly filters: readonly K[]
  /** Numbers and times that a list may be narrowed to a stretch of: `batteryFrom`, `batteryTo`, both included. */
  readonly ranges: readonly R[]
  /** Its records cannot come from a sheet. */
  readonly imports?: false
  /**
   * The field through which a record comes by its department, which decides who sees and who writes it: `deptId`; one that names
   * another record, whose department it then is; `id` of a department, which is its own. Null for what the whole site shares.
   */
  readonly deptBy: string | null
}

/** Every noun by its name, those too whose records nobody saves. */
const nouns = new Map<string, Noun>()
export const nounNamed = (name: string): Noun | null => nouns.get(name) ?? null

/** The field that carries the name of what a reference names: `deptId` → `deptName`, `roleIds` → `roleNames`, `pid` → `parentName`. */
export const nameFieldOf = (field: string): string => (field === 'pid' ? 'parentName' : field.replace(/Id(s?)$/, 'Name$1'))

/** The field of a record that carries what people call it. */
export const titleFieldOf = ({ title, fields }: Pick<Noun, 'title' | 'fields'>): string =>
  fields[title]?.as.kind === 'ref' ? nameFieldOf(title) : title

const mapFields = <R>(fields: Fields, to: (field: Field) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, to(field)]))

/** What a list may be narrowed by: stricter than what records carry, since the database is asked with it. */
const wanted = ({ as, kept }: Field): z.ZodType => {
  switch (as.kind) {
    case 'text':
      return text(128)
    case 'number':
      return as.digits === 0 ? z.number().int().min(-2_147_483_648).max(2_147_483_647) : z.number()
    case 'ref':
      return id
    case 'time':
      return time
    case 'day':
      return day
    default:
      return kept
  }
}

export const noun = <
  const F extends Fields,
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- a noun that shows nothing more has no fields here
  const S extends Fields = Record<never, never>,
  const K extends Known<F, S> = never,
  const R extends Known<F, S> = never,
>(
  definition: Omit<Noun<F, S, K, R>, 'shown' | 'filters' | 'ranges' | 'deptBy'> & {
    readonly shown?: S
    /** `deptId` of a noun that has one, and none otherwise, unless said. */
    readonly deptBy?: (keyof F & string) | 'id'
    readonly filters?: readonly K[]
    readonly ranges?: readonly R[]
  },
) => {
  const shown = (definition.shown ?? {}) as S
  const filters = definition.filters ?? []
  const ranges = definition.ranges ?? []
  const fields: Fields = { ...definition.fields, ...shown }
  const names = Object.entries(definition.fields).flatMap(([name, { as }]): [string, z.ZodType][] => {
    if (as.kind === 'ref') return [[nameFieldOf(name), z.string().nullable()]]
    return as.kind === 'refs' ? [[nameFieldOf(name), z.array(z.string())]] : []
  })
  const record = z
    .object({
      ...recordFields,
      ...(mapFields(definition.fields, ({ kept }) => kept) as Kept<F>),
      ...(Object.fromEntries(names) as Names<F>),
      ...(mapFields(shown, ({ kept }) => kept) as Kept<S>),
    })
    .meta({ id: definition.name.replace(/^./, (first) => first.toUpperCase()) })
  const references = Object.values<Field>(definition.fields).flatMap(({ as }) => ('to' in as ? [as.to] : []))
  recordsOf(record, { name: definition.name, names: [...new Set(references)], title: definition.title })
  const fieldOf = (name: string): Field => {
    const found = fields[name]
    if (!found) throw new Error(`${definition.name} has no field ${name}`)
    return found
  }
  const narrowing = Object.fromEntries([
    ...filters.map((name) => [name, wanted(fieldOf(name)).optional()]),
    ...ranges.flatMap((name) => [`${name}From`, `${name}To`].map((end) => [end, wanted(fieldOf(name)).optional()])),
  ]) as unknown as Filters<F, S, K> & Ranges<F, S, R>
  const made = {
    ...definition,
    shown,
    filters,
    ranges,
    deptBy: definition.deptBy ?? ('deptId' in definition.fields ? 'deptId' : null),
    record,
    /** The shape of what a save takes. */
    saved: mapFields(definition.fields, ({ sent }) => sent) as Sent<F>,
    /** The shape of what a list may be narrowed by. */
    filter: {
      keyword: text(64).optional(),
      /** Only these records. */
      ids: z.array(id).max(1000).optional(),
      ...narrowing,
    },
  }
  nouns.set(made.name, made)
  return made
}

interface NounCallOptions {
  readonly sees: Needs
  readonly edits: Needs
  /** Codes of a save beyond those of every save. */
  readonly saveCodes?: readonly CodeName[]
  /** A record that others name is not deleted. */
  readonly usedByOthers?: boolean
  readonly saves?: Text
  readonly deletes?: Text
  /** Bytes of a save, where its records are larger than most. */
  readonly bodyLimit?: number
}

const savedBy = new WeakMap<Call, Noun>()
/** Says that a call saves the records of a noun, so that the log knows what its rows tell of. */
export const saving = <C extends Call>(noun: Noun, call: C): C => {
  savedBy.set(call, noun)
  return call
}
export const nounSavedBy = (call: Call): Noun | null => savedBy.get(call) ?? null

type SavedShape = z.ZodRawShape
type NounWithShapes<Shape extends SavedShape, R extends z.ZodObject, W extends SavedShape> = Noun & {
  readonly saved: Shape
  readonly record: R
  readonly filter: W
}

/** `list…All`, `save…` and `delete…ById` of a noun under its wire word, e.g. `BsBroadcast` below `/bs/bsBroadcast`. */
export const nounCalls = <const Wire extends string, Shape extends SavedShape, R extends z.ZodObject, W extends SavedShape>(
  wire: Wire,
  path: `/${string}`,
  noun: NounWithShapes<Shape, R, W>,
  { sees, edits, saveCodes = [], usedByOthers = false, saves, deletes, bodyLimit }: NounCallOptions,
) => {
  const { word, words, saved, record, filter } = noun
  const all = listCall({
    path: `${path}/list${wire}All`,
    describe: { zh: `全部${word.zh}`, en: `All ${words.en}` },
    needs: sees,
    filter,
    item: record,
  })
  const saveRecord = saveCall({
    path: `${path}/save${wire}`,
    describe: saves ?? { zh: `新增或修改${word.zh}`, en: `Create or change a ${word.en}` },
    needs: edits,
    fields: saved,
    record,
    codes: saveCodes,
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
  })
  const save = saving(noun, saveRecord)
  const remove = deleteCall(
    `${path}/delete${wire}ById`,
    deletes ?? { zh: `删除${word.zh}`, en: `Delete a ${word.en}` },
    edits,
    usedByOthers ? ['inUse'] : [],
  )
  return { [`list${wire}All`]: all, [`save${wire}`]: save, [`delete${wire}ById`]: remove } as Record<
    `list${Wire}All`,
    typeof all
  > &
    Record<`save${Wire}`, typeof save> &
    Record<`delete${Wire}ById`, typeof remove>
}

/** As `nounCalls`, with `list…ByDeptId` and `count…ByDeptId`, for records that belong to departments. */
export const deptNounCalls = <const Wire extends string, Shape extends SavedShape, R extends z.ZodObject, W extends SavedShape>(
  wire: Wire,
  path: `/${string}`,
  noun: NounWithShapes<Shape, R, W>,
  definition: NounCallOptions,
) => {
  const byDept = listCall({
    path: `${path}/list${wire}ByDeptId`,
    describe: { zh: `部门的${noun.word.zh}`, en: `The ${noun.words.en} of a department` },
    needs: definition.sees,
    filter: { ...byDepartment, ...noun.filter },
    item: noun.record,
  })
  const counts = listing(
    [noun.name],
    call({
      path: `${path}/count${wire}ByDeptId`,
      describe: { zh: `各部门的${noun.word.zh}数`, en: `How many ${noun.words.en} each department has` },
      needs: definition.sees,
      reads: true,
      body: optionalBody(noun.filter),
      data: countsByDept,
    }),
  )
  return {
    ...nounCalls(wire, path, noun, definition),
    [`list${wire}ByDeptId`]: byDept,
    [`count${wire}ByDeptId`]: counts,
  } as ReturnType<typeof nounCalls<Wire, Shape, R, W>> &
    Record<`list${Wire}ByDeptId`, typeof byDept> &
    Record<`count${Wire}ByDeptId`, typeof counts>
}
