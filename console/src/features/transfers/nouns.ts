import { domains } from '@vigil/contract/index.ts'
import type { Call } from '@vigil/contract/kernel/call.ts'
import type { Fields } from '@vigil/contract/kernel/field.ts'
import { nounSavedBy } from '@vigil/contract/kernel/noun.ts'

// Of every noun that a call saves there are sheets. All calls come along: only what is fetched with a dialog or a screen imports this file.
const nouns = Object.values(domains)
  .flatMap((calls) => Object.values<Call>(calls))
  .flatMap((call) => nounSavedBy(call) ?? [])
const byName = new Map(nouns.map(({ name, fields }) => [name, fields]))
const none: Fields = {}

/** The fields of a noun by its name, with their labels; none for one that the console does not know. */
export const fieldsOf = (noun: string): Fields => byName.get(noun) ?? none
