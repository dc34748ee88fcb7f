import { z } from 'zod'
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
    return own[issue.message]?.[language] ?? issue.message
  }
  const told = dictionaries[language].localeError(issue as z.core.$ZodRawIssue)
  return typeof told === 'string' ? told : (told?.message ?? issue.message)
}
const own: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  'is required': { zh: '必填', en: 'is required' },
  'has control characters': { zh: '含有控制字符', en: 'has control characters' },
  'not an identifier': { zh: '不是有效的编号', en: 'is not an identifier' },
  'not a time as YYYY-MM-DD HH:mm:ss': { zh: '时间格式应为 YYYY-MM-DD HH:mm:ss', en: 'is not a time as YYYY-MM-DD HH:mm:ss' },
  'not a day as YYYY-MM-DD': { zh: '日期格式应为 YYYY-MM-DD', en: 'is not a day as YYYY-MM-DD' },
  'no such time': { zh: '没有这个时间', en: 'is no time of the calendar' },
  'not a time as ISO 8601 with an offset': {
    zh: '时间格式应为带时区的 ISO 8601',
    en: 'is not a time as ISO 8601 with an offset',
  },
  'no such day': { zh: '没有这一天', en: 'is no day of the calendar' },
  'not a time of day as HH:mm': { zh: '时刻格式应为 HH:mm', en: 'is not a time of day as HH:mm' },
  'not 16 hexadecimal digits': { zh: '应为 16 位十六进制', en: 'must be 16 hexadecimal digits' },
  'not a file': { zh: '不是有效的文件', en: 'is not a file' },
  'not a field name': { zh: '不是有效的字段名', en: 'is not a field name' },
  'not a colour as #rrggbb': { zh: '颜色格式应为 #rrggbb', en: 'is not a colour as #rrggbb' },
}
