import fc from 'fast-check'
import type { JsonSchema } from '@vigil/contract/openapi/openapi.ts'

/** Bodies of calls made up from their schemas: as they should be, and wrong in one place or in all. */

type Schemas = Readonly<Record<string, JsonSchema>>

/** Identifiers that are likely to be somebody's, and some that are nobody's. */
const ids = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 12 }).map(String) },
  fc.constantFrom('999999', '123456789012345678'),
)

const strings = ({ minLength = 0, maxLength = Infinity, pattern, format }: JsonSchema): fc.Arbitrary<string> => {
  if (pattern === '^[1-9]\\d{0,17}$') return ids
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u')).filter((text) => text.length <= maxLength)
  if (format === 'date') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10))
  const most = Math.max(minLength, Math.min(maxLength, 40))
  return fc.oneof(
    fc.string({ minLength, maxLength: most }),
    fc.string({ minLength, maxLength: most, unit: 'grapheme' }),
    fc.constantFrom('皖江水泥', 'a').filter((text) => text.length >= minLength && text.length <= maxLength),
  )
}

const numbers = ({ type, minimum = -1000, maximum = 1000 }: JsonSchema): fc.Arbitrary<number> => {
  const [min, max] = [Math.max(minimum, -1_000_000), Math.min(maximum, 1_000_000)]
  return type === 'integer'
    ? fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
    : fc.double({ min, max, noNaN: true, noDefaultInfinity: true })
}

/** What the schema lets through, or nearly so: checks that no schema can say are left to chance. */
export const fitting = (schema: JsonSchema, schemas: Schemas, depth = 0): fc.Arbitrary<unknown> => {
  if (schema.$ref !== undefined) return fitting(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, schemas, depth)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const options = schema.anyOf ?? schema.oneOf
  if (options && options.length > 0) return fc.oneof(...options.map((option) => fitting(option, schemas, depth)))
  if (schema.allOf)
    return fc
      .tuple(...schema.allOf.map((part) => fitting(part, schemas, depth)))
      .map((parts) => Object.assign({}, ...parts) as unknown)
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'string':
      return strings(schema)
    case 'number':
    case 'integer':
      return numbers(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      if (schema.prefixItems) return fc.tuple(...schema.prefixItems.map((item) => fitting(item, schemas, depth)))
      const minLength = schema.minItems ?? 0
      return fc.array(fitting(schema.items ?? {}, schemas, depth + 1), {
        minLength,
        maxLength: Math.max(minLength, Math.min(schema.maxItems ?? 3, 4)),
      })
    }
    case 'object': {
      const properties = Object.entries(schema.properties ?? {})
      return fc.record(Object.fromEntries(properties.map(([name, part]) => [name, fitting(part, schemas, depth + 1)])), {
        requiredKeys: schema.required ?? [],
      })
    }
    default:
      return fc.constantFrom<unknown>(undefined, null, {}, [], 'text', 1)
  }
}

const unpaired = '\uD800'
/** What people, programs and attackers send instead. */
const strange = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    true,
    0,
    -1,
    1.5,
    1e308,
    -1e308,
    9_007_199_254_740_992,
    [],
    {},
    [[]],
    [null],
    { $ne: null },
    { toString: 'x' },
    '\0',
    `a\0b`,
    unpaired,
    '\u202Eabc',
    "'; DROP TABLE person; --",
    '1 OR 1=1',
    '%',
    '\\',
    '../../etc/passwd',
    '{{7*7}}',
    '<script>alert(1)</script>',
    '=1+1',
    '2026-02-30 25:61:61',
    '2026-02-30',
    '0',
    '-1',
    '00001',
    '99999999999999999999',
    'NaN',
    '长'.repeat(70_000),
  ),
  fc.string({ maxLength: 30, unit: 'binary' }),
  fc.jsonValue({ maxDepth: 2 }),
)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A body that fits, with one of its fields, or one of a field of its own, replaced or left out; or no such body at all. */
export const wrong = (schema: JsonSchema, schemas: Schemas): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 1, arbitrary: strange },
    {
      weight: 6,
      arbitrary: fc.tuple(fitting(schema, schemas), strange, fc.nat(), fc.boolean()).map(([body, value, at, leaves]) => {
        if (!isRecord(body)) return value
        const names = Object.keys(body)
        const name = names[at % Math.max(1, names.length)]
        if (name === undefined) return { extra: value }
        const inner = body[name]
        if (isRecord(inner) && Object.keys(inner).length > 0) {
          const [first = ''] = Object.keys(inner)
          return { ...body, [name]: { ...inner, [first]: value } }
        }
        if (Array.isArray(inner) && inner.length > 0 && at % 2 === 0)
          return { ...body, [name]: [...(inner as unknown[]).slice(1), value] }
        const { [name]: _gone, ...rest } = body
        return leaves ? rest : { ...rest, [name]: value }
      }),
    },
  )
