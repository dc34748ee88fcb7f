import { declaredDomains } from './collected/domains.ts'
import { domains, type Domain } from './index.ts'
import { nounOfLog } from './journal/log-object.ts'
import type { Call } from './kernel/call.ts'
import type { DomainName } from './kernel/domain.ts'
import type { Field } from './kernel/field.ts'
import { kindListedBy } from './kernel/listings.ts'
import { nameFieldOf, nounNamed, nounSavedBy, type Noun } from './kernel/noun.ts'
import type { Text } from './kernel/text.ts'

/** What people call something that the body of a call carries; `field` where a noun has it. */
export interface BodyField {
  readonly label: Text
  readonly field: Field | null
}
/** By the name on the wire; null for what has no name for people. */
export type BodyFields = (name: string) => BodyField | null

/** The body as a whole. */
export const wholeBody: Text = { zh: '请求内容', en: 'The request' }
/** What has no name for people. */
export const somethingElse: Text = { zh: '请求中有一项', en: 'Something in the request' }

/** What the calls of every domain carry. */
export const commonFields = {
  id: { zh: '编号', en: 'ID' },
  ids: { zh: '所选记录', en: 'Selected records' },
  version: { zh: '版本', en: 'Version' },
  keyword: { zh: '关键字', en: 'Keyword' },
  pageNum: { zh: '页码', en: 'Page number' },
  pageSize: { zh: '每页条数', en: 'Page size' },
  sort: { zh: '排序', en: 'Order' },
  deptId: { zh: '部门', en: 'Department' },
  recursive: { zh: '含下级部门', en: 'Include sub-departments' },
  startTime: { zh: '开始时间', en: 'From' },
  endTime: { zh: '结束时间', en: 'To' },
} as const satisfies Readonly<Record<string, Text>>
const ofAll: Readonly<Record<string, Text>> = commonFields

const ends = [
  [/From$/, { zh: '（自）', en: ' (from)' }],
  [/To$/, { zh: '（至）', en: ' (to)' }],
] as const

const fieldIn = ({ fields, shown }: Noun, name: string): BodyField | null => {
  const field = fields[name] ?? shown[name]
  if (field) return { label: field.label, field }
  const named = Object.keys(fields).find((one) => nameFieldOf(one) === name)
  return named === undefined ? null : fieldIn({ fields, shown } as Noun, named)
}
const endIn = (noun: Noun, name: string): BodyField | null => {
  for (const [end, words] of ends) {
    const of = end.test(name) ? fieldIn(noun, name.replace(end, '')) : null
    if (of) return { ...of, label: { zh: `${of.label.zh}${words.zh}`, en: `${of.label.en}${words.en}` } }
  }
  return null
}
const inNoun = (noun: Noun, name: string): BodyField | null => fieldIn(noun, name) ?? endIn(noun, name)
const named = (label: Text | undefined): BodyField | null => (label ? { label, field: null } : null)

/** What a sheet or a list of a noun is asked with. */
export const fieldsOfNoun =
  (noun: Noun): BodyFields =>
  (name) =>
    inNoun(noun, name) ?? named(ofAll[name])

const nounOf = (call: Call): Noun | null => {
  const kind = kindListedBy(call)
  return nounSavedBy(call) ?? (kind === null ? null : (nounOfLog(kind) ?? nounNamed(kind)))
}

const domainOf = (call: Call): Domain | null => {
  const found = Object.entries(domains).find(([, calls]) => Object.values<Call>(calls).includes(call))
  return found ? (found[0] as Domain) : null
}

/** What the body of a call carries, as people call it. */
export const bodyFieldsOf = (call: Call): BodyFields => {
  const domain = domainOf(call)
  const asked = domain === null ? {} : (declaredDomains as Readonly<Record<Domain, DomainName>>)[domain].asked
  const noun = nounOf(call)
  const others = domain === null ? [] : Object.values<Call>(domains[domain]).flatMap((one) => nounOf(one) ?? [])
  const inAnyOf = (name: string): BodyField | null => others.map((other) => inNoun(other, name)).find((of) => of !== null) ?? null
  return (name) => (noun && inNoun(noun, name)) ?? named(ofAll[name]) ?? named(asked?.[name]) ?? inAnyOf(name)
}
