import { z } from 'zod'
import type { declaredDomains } from '../collected/domains.ts'
import type { enumeration } from './enumeration.ts'
import { schedulePeriod } from './period.ts'
import {
  code,
  codeText,
  day,
  id,
  latitude,
  longitude,
  requiredCodeText,
  requiredName,
  requiredText,
  text,
  time,
  timeOfDay,
} from './shapes.ts'
import type { Text } from './text.ts'
import { usualCode, usualHex, type WrittenCode } from './written-codes.ts'

type References<Name> = Name extends { readonly references: readonly (infer Each extends string)[] } ? Each : never
/** Whose records a reference names, as the domains say beside their names. */
export type RefTarget = References<(typeof declaredDomains)[keyof typeof declaredDomains]>

/** What an upload answers and `/api/files/<id>` reads back. */
export const fileId = z.string().regex(/^[0-9a-z]{16,64}$/, 'not a file')

/** The fields that say what is made of the points of a shape: which one, and its number. Without the points they mean nothing. */
export const shapeParts: readonly string[] = ['shape', 'radius', 'halfWidth']

type AnyEnumeration = ReturnType<typeof enumeration>

/** How a field is asked for in a form, shown in a list and written in a sheet. */
export type FieldKind =
  | { readonly kind: 'text'; readonly long?: boolean; readonly timeOfDay?: true }
  | { readonly kind: 'number'; readonly unit?: Text; readonly digits?: number }
  | { readonly kind: 'choice'; readonly of: AnyEnumeration }
  | { readonly kind: 'choices'; readonly of: AnyEnumeration }
  /** 1 yes, 0 no. */
  | { readonly kind: 'flag'; readonly of: AnyEnumeration }
  /** True yes, false no. */
  | { readonly kind: 'switch'; readonly of: AnyEnumeration }
  | { readonly kind: 'ref'; readonly to: RefTarget }
  | { readonly kind: 'refs'; readonly to: RefTarget }
  /** As `refs`, by their ids alone: who reads the record may not see everything that it names. */
  | { readonly kind: 'ids'; readonly to: RefTarget }
  | { readonly kind: 'day' }
  | { readonly kind: 'time' }
  /** The two halves of a place on the map, WGS-84 degrees; a noun has both or none. */
  | { readonly kind: 'lng' }
  | { readonly kind: 'lat' }
  /** A polygon on the map. */
  | { readonly kind: 'ring' }
  /** The points of something drawn on the map; a noun that has it has `shapeParts` as well. */
  | { readonly kind: 'shape' }
  /** Weekdays and times; none for always. */
  | { readonly kind: 'periods' }
  /** The id of an uploaded picture. */
  | { readonly kind: 'picture' }

/** One field of a noun: what people call it, what a save takes, what records carry. */
export interface Field<Sent extends z.ZodType = z.ZodType, Kept extends z.ZodType = z.ZodType> {
  readonly label: Text
  readonly as: FieldKind
  readonly sent: Sent
  readonly kept: Kept
  /** Under the field in the form, and in the instructions of an import. */
  readonly hint?: Text
  /** Masked for those without `private:view`. */
  readonly private?: true
  /** Empty on wall displays, before which stands whoever walks by: where a device is reached, who signs in by what name and when. */
  readonly notOnWalls?: true
  /** The form of what is written here anew. */
  readonly code?: WrittenCode
  /** Of a code: the usual form, into which what is sent comes on its way. */
  readonly usual?: (typed: string) => string
}
export type Fields = Readonly<Record<string, Field>>

interface More {
  readonly hint?: Text
  readonly private?: true
  readonly notOnWalls?: true
}
interface CodeMore extends More {
  readonly code?: WrittenCode
}
/** What is written of a field whose usual form is that of codes. */
const ofCode = (more: CodeMore = {}): CodeMore & Required<Pick<Field, 'usual'>> => ({
  ...more,
  usual: more.code?.usual ?? usualCode,
})

const orNone = ({ source }: RegExp): RegExp => new RegExp(`^$|${source}`)

/** What documents say of a code: its form, or none at all where it may be left out. */
const writtenSo = ({ pattern }: WrittenCode, sent: z.ZodType) => ({
  pattern: sent.safeParse('').success ? orNone(pattern).source : pattern.source,
})

const made = <S extends z.ZodType, K extends z.ZodType>(
  label: Text,
  as: FieldKind,
  sent: S,
  kept: K,
  more: CodeMore & Pick<Field, 'usual'> = {},
): Field<S, K> => ({ label, as, sent: more.code ? sent.meta(writtenSo(more.code, sent)) : sent, kept, ...more })

interface NumberOptions extends More {
  readonly min: number
  readonly max: number
  /** A sign that both languages write alike, or each language's own word. */
  readonly unit?: string | Text
  /** Digits after the point; 0, whole numbers alone, unless said. */
  readonly digits?: number
}
const numberKind = (unit: string | Text | undefined, digits: number) =>
  ({
    kind: 'number',
    digits,
    ...(unit === undefined ? {} : { unit: typeof unit === 'string' ? { zh: unit, en: unit } : unit }),
  }) as const
const numberIn = (min: number, max: number, digits: number) => {
  const range = z.number().min(min).max(max)
  return digits === 0 ? range.int() : range
}

const points = z.array(z.tuple([longitude, latitude]))

const formed = (pattern: RegExp, problem: string, usual?: WrittenCode['usual']) => code(usual).regex(pattern, problem)

/** The kinds of fields that nouns are made of. Each takes its label in both languages first. */
export const field = {
  text: (label: Text, max: number, more?: More) => made(label, { kind: 'text' }, text(max).default(''), z.string(), more),
  required: (label: Text, max: number, more?: More) => made(label, { kind: 'text' }, requiredText(max), z.string(), more),
  /** A number that somebody else gave the thing: see `usualCode`. */
  code: (label: Text, max: number, more?: CodeMore) =>
    made(label, { kind: 'text' }, codeText(max, more?.code?.usual).default(''), z.string(), ofCode(more)),
  requiredCode: (label: Text, max: number, more?: CodeMore) =>
    made(label, { kind: 'text' }, requiredCodeText(max, more?.code?.usual), z.string(), ofCode(more)),
  /** What people call it: see `nameText`. */
  name: (label: Text, max: number, more?: More) => made(label, { kind: 'text' }, requiredName(max), z.string(), more),
  long: (label: Text, max: number, more?: More) =>
    made(label, { kind: 'text', long: true }, text(max).default(''), z.string(), more),
  requiredLong: (label: Text, max: number, more?: More) =>
    made(label, { kind: 'text', long: true }, requiredText(max), z.string(), more),
  /** A text of a form of its own, or none. `problem` is what is said of another, in the words of `kernel/serve.ts`. */
  pattern: (label: Text, pattern: RegExp, problem: string, more?: More) =>
    made(label, { kind: 'text' }, formed(orNone(pattern), problem).default(''), z.string(), more),
  requiredPattern: (label: Text, pattern: RegExp, problem: string, more?: More) =>
    made(label, { kind: 'text' }, formed(pattern, problem), z.string(), more),
  /** Hexadecimal digits of a form of their own, in one case: see `usualHex`. */
  hex: (label: Text, pattern: RegExp, problem: string, more?: More) =>
    made(label, { kind: 'text' }, formed(orNone(pattern), problem, usualHex).default(''), z.string(), {
      ...more,
      usual: usualHex,
    }),
  requiredHex: (label: Text, pattern: RegExp, problem: string, more?: More) =>
    made(label, { kind: 'text' }, formed(pattern, problem, usualHex), z.string(), { ...more, usual: usualHex }),
  /** As `HH:mm`. */
  timeOfDay: (label: Text, more?: More) => made(label, { kind: 'text', timeOfDay: true }, formed(...timeOfDay), z.string(), more),
  number: (label: Text, { min, max, unit, digits = 0, ...more }: NumberOptions) =>
    made(label, numberKind(unit, digits), numberIn(min, max, digits).nullable().default(null), z.number().nullable(), more),
  requiredNumber: (label: Text, { min, max, unit, digits = 0, ...more }: NumberOptions) =>
    made(label, numberKind(unit, digits), numberIn(min, max, digits), z.number(), more),
  /** `preset` unless said. */
  presetNumber: (label: Text, { min, max, unit, digits = 0, preset, ...more }: NumberOptions & { readonly preset: number }) =>
    made(label, numberKind(unit, digits), numberIn(min, max, digits).default(preset), z.number(), more),
  /** One of an enumeration of words, or none: the empty text. */
  choice: <E extends AnyEnumeration>(label: Text, of: E, more?: More) => {
    const schema = z.union([z.literal(''), of.schema as E['schema']])
    return made(label, { kind: 'choice', of }, schema.default(''), schema, more)
  },
  /** One of an enumeration, `preset` unless said. */
  chosen: <E extends AnyEnumeration>(label: Text, of: E, preset: z.output<E['schema']>, more?: More) => {
    const schema = of.schema as E['schema']
    return made(label, { kind: 'choice', of }, schema.default(preset as never), schema, more)
  },
  /** One of an enumeration, which has to be chosen. */
  requiredChoice: <E extends AnyEnumeration>(label: Text, of: E, more?: More) => {
    const schema = of.schema as E['schema']
    return made(label, { kind: 'choice', of }, schema, schema, more)
  },
  choices: <E extends AnyEnumeration>(label: Text, of: E, more?: More) => {
    const list = z.array<E['schema']>(of.schema).max(of.codes.length)
    return made(label, { kind: 'choices', of }, list.default([]), list, more)
  },
  flag: (label: Text, of: AnyEnumeration, preset: 0 | 1, more?: More) => {
    const bit = z.union([z.literal(0), z.literal(1)])
    return made(label, { kind: 'flag', of }, bit.default(preset), bit, more)
  },
  ref: (label: Text, to: RefTarget, more?: More) =>
    made(label, { kind: 'ref', to }, id.nullable().default(null), z.string().nullable(), more),
  requiredRef: (label: Text, to: RefTarget, more?: More) => made(label, { kind: 'ref', to }, id, z.string(), more),
  refs: (label: Text, to: RefTarget, max: number, more?: More) =>
    made(label, { kind: 'refs', to }, z.array(id).max(max).default([]), z.array(z.string()), more),
  ids: (label: Text, to: RefTarget, max: number, more?: More) => {
    const as = { kind: 'ids', to } as const
    const list = z.array(id).max(max)
    // The kind by its name, so that no names are expected beside it.
    return { ...made(label, as, list.default([]), list, more), as }
  },
  switch: (label: Text, of: AnyEnumeration, preset: boolean, more?: More) =>
    made(label, { kind: 'switch', of }, z.boolean().default(preset), z.boolean(), more),
  day: (label: Text, more?: More) =>
    made(label, { kind: 'day' }, z.union([z.literal(''), day]).default(''), z.union([z.literal(''), day]), more),
  /** Only shown, never saved. */
  time: (label: Text, more?: More) => made(label, { kind: 'time' }, z.undefined(), time.nullable(), more),
  lng: (label: Text = { zh: '经度', en: 'Longitude' }) =>
    made(label, { kind: 'lng' }, longitude.nullable().default(null), z.number().nullable()),
  lat: (label: Text = { zh: '纬度', en: 'Latitude' }) =>
    made(label, { kind: 'lat' }, latitude.nullable().default(null), z.number().nullable()),
  ring: (label: Text, more?: More) => {
    const outline = points.min(3).max(500)
    return made(label, { kind: 'ring' }, outline, outline, more)
  },
  shape: (label: Text, more?: More) => {
    const drawn = points.min(1).max(500)
    return made(label, { kind: 'shape' }, drawn, drawn, more)
  },
  periods: (label: Text, more?: More) => {
    const list = z.array(schedulePeriod).max(50)
    return made(label, { kind: 'periods' }, list.default([]), list, more)
  },
  picture: (label: Text, more?: More) =>
    made(label, { kind: 'picture' }, z.union([z.literal(''), fileId]).default(''), z.string(), more),
} as const
