import { declaredDomains } from '../collected/domains.ts'
import { domains } from '../index.ts'
import type { Call } from '../kernel/call.ts'
import { joined, type DomainName } from '../kernel/domain.ts'
import { enumeration } from '../kernel/enumeration.ts'
import { nounSavedBy, type Noun } from '../kernel/noun.ts'
import type { Language, Text } from '../kernel/text.ts'

const calls = Object.values(domains).flatMap((domain) => Object.values<Call>(domain))
/** Every noun whose records somebody can save. */
const nouns: readonly Noun[] = [...new Set(calls.flatMap((call) => nounSavedBy(call) ?? []))]
const sentence = (text: string): string => text.replace(/^./, (first) => first.toUpperCase())
const byName = new Map(nouns.map((noun) => [noun.name, noun]))

/** The noun of which a row of the log tells; null where it tells of something else. */
export const nounOfLog = (object: string): Noun | null => byName.get(object) ?? null

const others = joined(
  Object.fromEntries(Object.entries<DomainName>(declaredDomains).map(([domain, { logged = {} }]) => [domain, logged])),
)

/** What a row of the log tells of, in words: the nouns, and what else the server writes. Refusals name the call by its path. */
export const logObject = enumeration({
  ...Object.fromEntries(nouns.map(({ name, word }) => [name, { code: name, zh: word.zh, en: sentence(word.en) }])),
  ...Object.fromEntries(Object.entries(others).map(([code, words]) => [code, { code, ...words }])),
})

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
