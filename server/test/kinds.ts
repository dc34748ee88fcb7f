import fc from 'fast-check'
import { z } from 'zod'
import { domains } from '@vigil/contract/index.ts'
import type { Call } from '@vigil/contract/kernel/call.ts'
import type { Field } from '@vigil/contract/kernel/field.ts'
import { nounSavedBy, type Noun } from '@vigil/contract/kernel/noun.ts'
import { pushRecord } from '@vigil/contract/push/record.ts'
import { openApiDocument, type JsonSchema } from '@vigil/contract/openapi/openapi.ts'
import { fitting } from './bodies.ts'

/** The kinds of records that the contract knows, each with the calls that write it: never listed by hand. */

export const calls = new Map(Object.values(domains).flatMap((domain) => Object.entries<Call>(domain)))
const built = [...calls].filter(([, { planned }]) => planned !== true)

/** A save of the contract: it takes an id and the version that was read. */
export interface SavedKind {
  /** The call's name. */
  readonly name: string
  readonly save: Call
  readonly remove: Call | null
  /** Answers the records, one or many. */
  readonly read: Call | null
  /** Null for the few kinds that no noun describes. */
  readonly noun: Noun | null
  /** As a noun's: through which field a record comes by its department. Undefined where another rule decides. */
  readonly deptBy: string | null | undefined
}

export const shapeOf = ({ body }: Call): Readonly<Record<string, unknown>> => (body instanceof z.ZodObject ? body.shape : {})
const nounOf = new Map<unknown, Noun>(
  built.flatMap(([, call]) => {
    const noun = nounSavedBy(call)
    return noun ? [[call.data, noun] as const] : []
  }),
)
/** What a list call answers one by one, or the one record that a call answers. */
const answered = ({ data }: Call): unknown => {
  const [whole] = data instanceof z.ZodUnion ? data.options : [data]
  return whole instanceof z.ZodArray ? whole.element : whole
}
const nounBy = new Map<unknown, Noun>([...nounOf, [pushRecord.record, pushRecord]])
const isEmptyBody = ({ body }: Call): boolean => body.safeParse({}).success

export const savedKinds: readonly SavedKind[] = built.flatMap(([name, save]): SavedKind[] => {
  const fields = shapeOf(save)
  if (!('id' in fields && 'version' in fields)) return []
  // What only tries a record answers none.
  if (!(save.data instanceof z.ZodObject && 'version' in save.data.shape)) return []
  const described = nounOf.get(save.data) ?? null
  // A step of a record that is there says nothing of where it belongs: that is for tests of its own.
  const isStep = described !== null && described.deptBy !== null && described.deptBy !== 'id' && !(described.deptBy in fields)
  const noun = isStep ? null : described
  const [, word = ''] = /^(?:save|update)(.+)$/.exec(name) ?? []
  const read = built.find(
    ([other, call]) =>
      other !== name && call !== save && answered(call) === save.data && isEmptyBody(call) && !/^save|^update/.test(other),
  )
  const deptBy = noun ? noun.deptBy : 'deptId' in fields ? 'deptId' : undefined
  return [{ name, save, remove: calls.get(`delete${word}ById`) ?? null, read: read?.[1] ?? null, noun, deptBy }]
})

/** Every list whose records a noun describes. */
export const listedNouns: readonly { readonly name: string; readonly list: Call; readonly noun: Noun }[] = built.flatMap(
  ([name, list]) => {
    const noun = nounBy.get(answered(list))
    return noun && list.data instanceof z.ZodUnion ? [{ name, list, noun }] : []
  },
)

const document = openApiDocument('kinds')
const { schemas } = document.components as { schemas: Record<string, JsonSchema> }

/** Fields that name another record, and what only some may be given. */
const naming = /^(id|version|password|canLogin|userName|userId|areaId|regionId|cameraId|linkedCameraId|photo|plan)$|Ids$/

/** The same of a noun, by what its fields are: those that may stay empty. */
const referencesOf = (noun: Noun | null): ReadonlySet<string> =>
  new Set(
    Object.entries<Field>(noun?.fields ?? {}).flatMap(([name, { as, sent }]) =>
      as.kind === 'ref' && sent.safeParse(undefined).success ? name : [],
    ),
  )

const square = [
  [118, 31],
  [118.001, 31],
  [118.001, 31.001],
  [118, 31.001],
]

/** As calls write it: what is planned lies ahead, and not by centuries. */
const inHours = (hours: number): string =>
  new Date(Date.now() + (8 + hours) * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

/** Bodies that the server may well save; what names other records is left empty but for what `standing` names. */
export const bodiesFor = (save: Call, standing: Readonly<Record<string, unknown>>, seed = 7): Record<string, unknown>[] => {
  const schema = document.paths[save.path]?.post?.requestBody?.content['application/json']?.schema ?? {}
  const references = referencesOf(nounSavedBy(save))
  return (fc.sample(fitting(schema, schemas), { numRuns: 200, seed }) as Record<string, unknown>[])
    .map((body): Record<string, unknown> => {
      const own = Object.entries(body).filter(([field]) => !naming.test(field) && !references.has(field))
      const points = body['points'] === undefined ? {} : { points: square }
      const planned = body['planIn'] === undefined ? {} : { planIn: inHours(1), planOut: inHours(3) }
      return { ...Object.fromEntries(own), ...points, ...planned, ...standing }
    })
    .filter((body) => save.body.safeParse(body).success)
}
