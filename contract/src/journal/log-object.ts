import { declaredDomains } from '../collected/domains.ts'
import { domains } from '../index.ts'
import type { Call } from '../kernel/call.ts'
import { joined, type DomainName, type Logged } from '../kernel/domain.ts'
import { enumeration } from '../kernel/enumeration.ts'
import { nounSavedBy, titleFieldOf, type Noun } from '../kernel/noun.ts'
import { fill, type Language, type Text } from '../kernel/text.ts'
import type { RouteName } from '../menu/routes.ts'
import type { LogRow } from './entities.ts'

const calls = Object.values(domains).flatMap((domain) => Object.values<Call>(domain))
/** Every noun whose records somebody can save. */
const nouns: readonly Noun[] = [...new Set(calls.flatMap((call) => nounSavedBy(call) ?? []))]
const sentence = (text: string): string => text.replace(/^./, (first) => first.toUpperCase())
const byName = new Map(nouns.map((noun) => [noun.name, noun]))

const others: Readonly<Record<string, Logged>> = joined(
  Object.fromEntries(Object.entries<DomainName>(declaredDomains).map(([domain, { logged = {} }]) => [domain, logged])),
)

/** The noun whose record a row of the log tells of; null where it tells of something else. */
export const nounOfLog = (object: string): Noun | null => byName.get(others[object]?.of ?? object) ?? null

/** What rows may tell of that change a record of this kind: the kind itself, and what of such a record is told apart. */
export const logObjectsOf = (kind: string): string[] => [
  kind,
  ...Object.entries(others).flatMap(([object, { of }]) => (of === kind ? object : [])),
]

/**
 * The screen that opens what a row tells of by its identifier alone, and what says so in the address; null for a screen that keeps
 * several kinds.
 */
export const doorOfLog = (object: string): { readonly screen: RouteName; readonly by: string } | null => {
  const noun = nounOfLog(object)
  if (noun === null) {
    const opens = others[object]?.opens
    return opens ? { screen: opens.screen as RouteName, by: opens.by } : null
  }
  return nouns.some(({ name, route }) => name !== noun.name && route === noun.route) ? null : { screen: noun.route, by: 'id' }
}

/** What a row of the log tells of, in words: the nouns, and what else the server writes. Refusals name the call by its path. */
export const logObject = enumeration({
  ...Object.fromEntries(nouns.map(({ name, word }) => [name, { code: name, zh: word.zh, en: sentence(word.en) }])),
  ...Object.fromEntries(Object.entries(others).map(([code, { zh, en }]) => [code, { code, zh, en }])),
})

const namedKeys = Object.entries<DomainName>(declaredDomains).map(([domain, { loggedKeys = {} }]) => ({
  domain,
  keys: loggedKeys,
}))

/** What people call a key of a row that a module wrote: as its own domain says, else as another does; the key where nobody does. */
export const logKeyName = (module: string, key: string, language: Language): string => {
  const own = namedKeys.find(({ domain, keys }) => domain === module && key in keys)
  const named = own ?? namedKeys.find(({ keys }) => key in keys)
  return named?.keys[key]?.[language] ?? key
}

const callNames = new Map<string, Text>(calls.map(({ path, describe }) => [path, describe]))

/** What a row tells of, in words: a noun's, or what the call does that was refused. */
export const logObjectName = (object: string, language: Language): string =>
  callNames.get(object)?.[language] ?? logObject.name(object, language)

/** What rows may tell of, so that people call it by something that contains these words, in either language. */
export const logObjectsCalled = (words: string): string[] => {
  const wanted = words.toLowerCase()
  return [...logObject.codes, ...callNames.keys()].filter((object) =>
    (['zh', 'en'] as const).some((language) => logObjectName(object, language).toLowerCase().includes(wanted)),
  )
}

type Told = Pick<LogRow, 'object' | 'objectId' | 'userId' | 'userName' | 'before' | 'after'>

const valueIn = (record: unknown, field: string): unknown =>
  typeof record === 'object' && record !== null ? (record as Readonly<Record<string, unknown>>)[field] : undefined

/**
 * What the record of which a row tells was called at that time, as the row has it: as it became, or as it was when it was deleted.
 * Empty where the row does not say, or tells of none or of many.
 */
export const nameInLog = ({ object, objectId, userId, userName, before, after }: Told): string => {
  const noun = nounOfLog(object)
  const title = others[object]?.title ?? (noun ? titleFieldOf(noun) : undefined)
  if (title === undefined || objectId === '') return ''
  const name = [after, before].map((record) => valueIn(record, title)).find((value) => value !== undefined && value !== '')
  if (typeof name === 'string' || typeof name === 'number') return String(name)
  // What somebody did with what is his own.
  return others[object]?.of === 'user' && objectId === userId ? userName : ''
}

/** What rows call how many records they tell of. */
const counts = ['rows', 'alarms', 'files', 'positions'] as const
const many = { zh: '{n} 条', en: '{n} records' } as const
const one = { zh: '1 条', en: '1 record' } as const

const countIn = (record: unknown): number | null => {
  const [created, updated] = [valueIn(record, 'created'), valueIn(record, 'updated')]
  if (typeof created === 'number' && typeof updated === 'number') return created + updated
  return counts.map((name) => valueIn(record, name)).find((value) => typeof value === 'number') ?? null
}

/** Which of its kind a row tells of, in words: its name, its number where it has none, or how many there were. */
export const logObjectDetail = (
  { objectId, objectName, before, after }: Pick<LogRow, 'objectId' | 'objectName' | 'before' | 'after'>,
  language: Language,
): string => {
  if (objectName !== '') return objectName
  if (objectId !== '') return /^\d+$/.test(objectId) ? `#${objectId}` : objectId
  const n = countIn(after) ?? countIn(before)
  return n === null ? '' : fill((n === 1 ? one : many)[language], { n: n.toLocaleString('en-US') })
}
