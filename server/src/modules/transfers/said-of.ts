import type { Language, Text } from '@vigil/contract/kernel/text.ts'
import { Refusal } from '../../kernel/refusal.ts'

/** Why a row was refused, so that a reader knows which column it is about; `label` is that of the field that the refusal names. */
export const saidOf = (refusal: Refusal, label: Text | undefined, language: Language): string => {
  const told = refusal.tell(language)
  if (label === undefined) return told
  switch (refusal.codeName) {
    // Both begin with what is wrong.
    case 'invalidInput':
    case 'notUnique':
      return told
    // It says what kind of record is gone, not which field names it.
    case 'notFound':
      return new Refusal('notFound', { what: label }).tell(language)
    default:
      return `${label[language]}${{ zh: '：', en: ': ' }[language]}${told}`
  }
}
