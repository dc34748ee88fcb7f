import { z } from 'zod'
import { problemWords } from '@vigil/contract/kernel/problem-words.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import { Refusal } from './refusal.ts'

/** What a schema makes of a body; throws a `Refusal` that names the first field that is wrong. */
export const readWith = (schema: z.ZodType, body: unknown, language: Language): unknown => {
  const result = schema.safeParse(body, { reportInput: false })
  if (result.success) return result.data
  const issue = deepest(result.error.issues)
  const path = issue.path.map(String).join('.')
  throw new Refusal(
    'invalidInput',
    { field: path || { zh: '请求', en: 'request' }[language], reason: reasonOf(issue, language) },
    { field: path },
  )
}

/** Of a union's problems the one that got furthest says most. */
const deepest = (issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue => {
  const first = issues[0]
  if (!first) throw new Error('a failed parse without an issue')
  if (first.code !== 'invalid_union' || first.errors.length === 0) return first
  const inner = first.errors.filter((list) => list.length > 0).map(deepest)
  const best = inner.sort((a, b) => b.path.length - a.path.length)[0]
  return best ? { ...best, path: [...first.path, ...best.path] } : first
}

const dictionaries = { zh: z.locales.zhCN(), en: z.locales.en() }
/** What is wrong, in the words of the contract or of the reader's language. */
export const reasonOf = (issue: z.core.$ZodIssue, language: Language): string => {
  // Checks of the contract carry their own words; zod's own problems are told in the reader's language.
  if (issue.code === 'custom' || (issue.code === 'invalid_format' && issue.message && !issue.message.startsWith('Invalid'))) {
    return problemWords[issue.message]?.[language] ?? issue.message
  }
  const told = dictionaries[language].localeError(issue as z.core.$ZodRawIssue)
  return typeof told === 'string' ? told : (told?.message ?? issue.message)
}
