import { domains } from '@vigil/contract/index.ts'
import { logObject } from '@vigil/contract/journal/log-object.ts'
import type { Language, Text } from '@vigil/contract/kernel/text.ts'

const callNames = new Map<string, Text>(
  Object.values(domains).flatMap((calls) => Object.values(calls).map(({ path, describe }) => [path, describe] as const)),
)

/** What a row tells of: a noun's word, or what the call does that was refused. */
export const objectName = (object: string, language: Language): string =>
  callNames.get(object)?.[language] ?? logObject.name(object, language)
