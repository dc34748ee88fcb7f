import { z } from 'zod'
import type { Language, Text } from '../kernel/text.ts'
import { alarmTypeOf } from './types.ts'

/** What is known of an alarm beside its fields, by the names that its type's template asks for. What is not known is left out. */
export const alarmFacts = z.record(z.string(), z.union([z.string(), z.number()]))
export type AlarmFacts = z.output<typeof alarmFacts>

/** Facts that are one of a few: what each is in a sentence, with more facts in it. */
const words: Readonly<Record<string, Readonly<Record<string, Text>>>> = {
  did: {
    entered: { zh: '进入', en: 'entered' },
    left: { zh: '离开', en: 'left' },
  },
  place: {
    in: { zh: '，位于{area}', en: ', in {area}' },
    lastIn: { zh: '，本次无定位，最后位于{area}', en: ', without a position, last in {area}' },
    last: { zh: '，本次无定位，显示最后位置', en: ', without a position, shown at the last one' },
    none: { zh: '，无定位', en: ', without a position' },
  },
}

/** A text with its facts put in, `{name.1}` a number with so many digits; null where one of them is not known. */
const fillWith = (facts: AlarmFacts, language: Language, text: string): string | null => {
  let isKnown = true
  const filled = text.replaceAll(/\{(\w+)(?:\.(\d))?\}/g, (_, name: string, digits: string | undefined) => {
    const fact = facts[name]
    const word = words[name]?.[String(fact)]
    const written = word ? fillWith(facts, language, word[language]) : words[name] ? null : (fact ?? null)
    if (written === null) isKnown = false
    return typeof written === 'number' && digits !== undefined ? written.toFixed(Number(digits)) : String(written)
  })
  return isKnown ? filled : null
}

/** Of `[one|another]` in a template stands the first of which all facts are known, or nothing. What facts say is never read as one. */
const write = (template: string, facts: AlarmFacts, language: Language): string | null => {
  const parts = template
    .split(/\[([^\]]*)\]/)
    .map((part, at) =>
      at % 2 === 0
        ? fillWith(facts, language, part)
        : (part.split('|').reduce<string | null>((known, one) => known ?? fillWith(facts, language, one), null) ?? ''),
    )
  return parts.includes(null) ? null : parts.join('')
}

interface Told {
  readonly alarmType: number
  readonly facts: AlarmFacts | null
}

/** What happened, in a sentence for a reader; null where that is not known as facts. */
export const resultIn = ({ alarmType, facts }: Told, language: Language): string | null => {
  const template = alarmTypeOf(alarmType).result
  return template && facts && write(template[language], facts, language)
}
