import type { z } from 'zod'
import type { Call } from '@vigil/contract/kernel/call.ts'
import type { Fields } from '@vigil/contract/kernel/field.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import { numberLimits } from '../spec/limits.ts'
import type { Draft } from '../spec/record.ts'
import type { ListTranslate } from '../spec/texts.ts'
import { bodyOf } from './draft.ts'

/** What is wrong with a field, without words. */
export type Problem =
  | { readonly kind: 'needed' }
  | { readonly kind: 'tooLong'; readonly most: number; readonly count: number }
  | { readonly kind: 'outOfRange'; readonly least: number | null; readonly most: number | null }
  | { readonly kind: 'wholeNumber' }
  | { readonly kind: 'tooMany'; readonly most: number }
  | { readonly kind: 'tooFew'; readonly least: number }
  | { readonly kind: 'controlCharacters' }
  | { readonly kind: 'unseenCharacters' }
  | { readonly kind: 'wrongForm' }
export type Problems = Readonly<Record<string, Problem>>

type Issue = z.core.$ZodIssue

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const problemOf = (issue: Issue, value: unknown, schema: z.ZodType | undefined): Problem => {
  if (isEmpty(value)) return { kind: 'needed' }
  if (issue.code === 'invalid_type')
    return { kind: issue.expected === 'int' || typeof value === 'number' ? 'wholeNumber' : 'wrongForm' }
  if (issue.code === 'too_big' || issue.code === 'too_small') {
    if (issue.origin === 'string' && issue.code === 'too_big') return tooLong(issue.maximum, value)
    if (issue.origin === 'array' || issue.origin === 'set')
      return issue.code === 'too_big'
        ? { kind: 'tooMany', most: Number(issue.maximum) }
        : { kind: 'tooFew', least: Number(issue.minimum) }
    if (issue.origin === 'number' || issue.origin === 'int')
      return {
        kind: 'outOfRange',
        ...(schema ? numberLimits(schema) : { least: null, most: null }),
        ...(issue.code === 'too_big' ? { most: Number(issue.maximum) } : { least: Number(issue.minimum) }),
      }
    return { kind: 'wrongForm' }
  }
  if (issue.code === 'custom' && issue.message === 'has control characters') return { kind: 'controlCharacters' }
  if (issue.code === 'custom' && issue.message === 'has characters that do not show') return { kind: 'unseenCharacters' }
  if (issue.code === 'custom' && issue.message === 'is required') return { kind: 'needed' }
  return { kind: 'wrongForm' }
}
const tooLong = (most: unknown, value: unknown): Problem => ({
  kind: 'tooLong',
  most: Number(most),
  count: typeof value === 'string' ? value.trim().length : 0,
})

/** Everything in a draft that the contract's save would refuse, by the name of its field. */
export const problemsOf = (save: Call, fields: Fields, draft: Draft): Problems => {
  const body = bodyOf(fields, draft, null)
  const found: Record<string, Problem> = {}
  for (const issue of save.body.safeParse(body).error?.issues ?? []) {
    const name = issue.path[0]
    if (typeof name === 'string' && name in fields) found[name] ??= problemOf(issue, body[name], fields[name]?.sent)
  }
  return found
}

/** What is wrong, with the name of the field and its limit. */
export const problemText = (
  { label, hint }: Pick<Fields[string], 'label' | 'hint'>,
  problem: Problem,
  t: ListTranslate,
  language: Language,
): string => {
  const said = (text: string): string => `${label[language]}${language === 'zh' ? '' : ' '}${text}`
  switch (problem.kind) {
    case 'tooLong':
      return said(t('tooLong', { most: problem.most, n: problem.count }))
    case 'outOfRange':
      if (problem.least !== null && problem.most !== null)
        return said(t('outOfRange', { least: problem.least, most: problem.most }))
      return said(problem.least === null ? t('tooBig', { most: problem.most ?? 0 }) : t('tooSmall', { least: problem.least }))
    case 'tooMany':
      return said(t('tooMany', { most: problem.most }))
    case 'tooFew':
      return said(t('tooFew', { least: problem.least }))
    case 'wrongForm':
      return said(hint ? t('wrongFormAs', { hint: hint[language] }) : t('wrongForm'))
    default:
      return said(t(problem.kind))
  }
}

/** The field that a refusal names, e.g. `ring.3.0` is the ring; by its label where the server names no field. */
export const refusedField = (fields: Fields, data: unknown, message: string, language: Language): string | null => {
  if (typeof data === 'object' && data !== null && 'field' in data && typeof data.field === 'string') {
    const [name = ''] = data.field.split('.')
    if (name in fields) return name
  }
  const labelled = Object.entries(fields)
    .filter(([, { label }]) => message.startsWith(label[language]))
    .sort(([, a], [, b]) => b.label[language].length - a.label[language].length)
  return labelled[0]?.[0] ?? null
}
