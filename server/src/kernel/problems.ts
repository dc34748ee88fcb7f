import type { z } from 'zod'
import { somethingElse, wholeBody, type BodyFields } from '@vigil/contract/body-fields.ts'
import type { Field } from '@vigil/contract/kernel/field.ts'
import { problemOf, reasonFor, sentenceOf, telling, type Issue } from '@vigil/contract/kernel/problem.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import { invalid } from './refusal.ts'

/** What a schema makes of a body; throws a `Refusal` that names the first field that is wrong. `fieldsOf` is asked only then. */
export const readWith = (schema: z.ZodType, body: unknown, fieldsOf: () => BodyFields): unknown => {
  const result = schema.safeParse(body, { reportInput: false })
  if (result.success) return result.data
  const issue = telling(result.error.issues)
  const [name, at] = nameIn(issue)
  const of = name === null ? null : fieldsOf()(name)
  const label = name === null ? wholeBody : (of?.label ?? somethingElse)
  throw invalid(issue.path.map(String).join('.'), placed(label, at), reasonOf(issue, body, of?.field))
}

/** What is wrong with `body` where an issue says; `field` is what stands there, where a noun has it. */
export const reasonOf = (issue: Issue, body: unknown, field: Field | null = null): Text => {
  const told = telling([issue])
  const [name] = nameIn(told)
  const within: Issue = name === null ? told : { ...told, path: told.path.slice(told.path.indexOf(name)) }
  return reasonFor(problemOf(within, valueAt(body, told.path), field), field?.hint)
}

/** The first field of a path, and which of several bodies or values it stands in, from 1 on. */
const nameIn = ({ path }: Issue): readonly [string | null, number | null] => {
  const name = path.find((part) => typeof part === 'string') ?? null
  const place = path.find((part) => typeof part === 'number')
  return [name, place === undefined ? null : place + 1]
}
const placed = (label: Text, at: number | null): Text =>
  at === null ? label : sentenceOf(label, { zh: `第 ${at} 项`, en: `no. ${at}` })

const valueAt = (body: unknown, path: readonly PropertyKey[]): unknown => {
  let value = body
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Readonly<Record<PropertyKey, unknown>>)[part]
  }
  return value
}
