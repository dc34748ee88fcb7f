import { z } from 'zod'
import type { FactWords } from '../kernel/alarm-type.ts'
import type { Language } from '../kernel/text.ts'
import { alarmTypeOf } from './types.ts'

/** What is known of an alarm beside its fields, by the names that its type's template asks for. What is not known is left out. */
export const alarmFacts = z.record(z.string(), z.union([z.string(), z.number()]))
export type AlarmFacts = z.output<typeof alarmFacts>

/** What a text is filled from. */
interface Filling {
  readonly facts: AlarmFacts
  readonly words: FactWords
  readonly language: Language
}

/** A text with its facts put in, `{name.1}` a number with so many digits; null where one of them is not known. */
const fillWith = (filling: Filling, text: string): string | null => {
  const { facts, words, language } = filling
  let isKnown = true
  const filled = text.replaceAll(/\{(\w+)(?:\.(\d))?\}/g, (_, name: string, digits: string | undefined) => {
    const fact = facts[name]
    const word = words[name]?.[String(fact)]
    const written = word ? fillWith(filling, word[language]) : words[name] ? null : (fact ?? null)
    if (written === null) isKnown = false
    return typeof written === 'number' && digits !== undefined ? written.toFixed(Number(digits)) : String(written)
  })
  return isKnown ? filled : null
}

/** Of `[one|another]` in a template stands the first of which all facts are known, or nothing. What facts say is never read as one. */
const write = (filling: Filling, template: string): string | null => {
  const parts = template
    .split(/\[([^\]]*)\]/)
    .map((part, at) =>
      at % 2 === 0
        ? fillWith(filling, part)
        : (part.split('|').reduce<string | null>((known, one) => known ?? fillWith(filling, one), null) ?? ''),
    )
  return parts.includes(null) ? null : parts.join('')
}

interface Told {
  readonly alarmType: number
  readonly facts: AlarmFacts | null
}

/** What happened, in a sentence for a reader; null where that is not known as facts. */
export const resultIn = ({ alarmType, facts }: Told, language: Language): string | null => {
  const { result, words = {} } = alarmTypeOf(alarmType)
  return result && facts && write({ facts, words, language }, result[language])
}
