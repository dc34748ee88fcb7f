import type { z } from 'zod'
import type { Field, Fields } from './field.ts'
import { numberLimits } from './limits.ts'
import { problemWords } from './problem-words.ts'
import { fill, type Language, type Text } from './text.ts'
import { usualCode, type WrittenCode } from './written-codes.ts'

/** What is wrong with a value, without words. */
export type Problem =
  | { readonly kind: 'needed' | 'wholeNumber' | 'wrongForm' }
  | { readonly kind: 'tooLong'; readonly most: number; readonly count: number }
  | { readonly kind: 'outOfRange'; readonly least: number | null; readonly most: number | null }
  | { readonly kind: 'tooMany'; readonly most: number }
  | { readonly kind: 'tooFew'; readonly least: number }
  /** Something of another kind than what is asked for. */
  | { readonly kind: 'wrongKind'; readonly asked: keyof typeof kinds }
  /** None of those that there are. */
  | { readonly kind: 'notAmong'; readonly names: readonly Text[] }
  /** Half of a place, of which the other half is there. */
  | { readonly kind: 'half'; readonly other: Text }
  /** One of the contract's own checks, by the message that it carries. */
  | { readonly kind: 'check'; readonly message: string }

/** A check that failed, as zod tells of it. */
export type Issue = z.core.$ZodIssue

const kinds = {
  text: { zh: '应为文字', en: 'must be text' },
  number: { zh: '应为数字', en: 'must be a number' },
  yesNo: { zh: '应为“是”或“否”', en: 'must be yes or no' },
  list: { zh: '应为列表', en: 'must be a list' },
  record: { zh: '应从列表中选择', en: 'must be chosen from the list' },
  day: { zh: '应为日期，如 2026-11-20', en: 'must be a date, e.g. 2026-11-20' },
  time: { zh: '应为时间，如 2026-11-20 08:15:00', en: 'must be a time, e.g. 2026-11-20 08:15:00' },
  picture: { zh: '应为上传的图片', en: 'must be an uploaded picture' },
} as const satisfies Readonly<Record<string, Text>>

const words = {
  needed: { zh: '必填', en: 'is required' },
  wholeNumber: { zh: '应为整数', en: 'must be a whole number' },
  wrongForm: { zh: '格式不正确', en: 'has the wrong format' },
  wrongFormAs: { zh: '格式不正确（{hint}）', en: 'has the wrong format ({hint})' },
  tooLong: { zh: '最多 {most} 个字，现在是 {count} 个', en: 'can have at most {most} characters, now {count}' },
  between: { zh: '应在 {least}～{most} 之间', en: 'must be between {least} and {most}' },
  tooSmall: { zh: '不能小于 {least}', en: 'must not be below {least}' },
  tooBig: { zh: '不能大于 {most}', en: 'must not be above {most}' },
  tooMany: { zh: '最多 {most} 项', en: 'can have at most {most}' },
  tooFew: { zh: '至少 {least} 项', en: 'must have at least {least}' },
  among: { zh: '应为{names}', en: 'must be {names}' },
  notAmong: { zh: '不是可选的内容', en: 'is not one of the choices' },
  half: { zh: '必填，{other}已填写', en: 'is required, since {other} is filled in' },
} as const satisfies Readonly<Record<string, Text>>

/** So many names are still read. */
const mostNames = 8

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** Of all that is wrong with a value, what says most: of a union what got furthest, and a form rather than "something else". */
export const telling = (issues: readonly Issue[]): Issue => {
  const [first] = issues
  if (!first) throw new Error('a failed parse without an issue')
  if (first.code !== 'invalid_union' || first.errors.length === 0) return first
  const inner = first.errors.filter((list) => list.length > 0).map(telling)
  const weight = ({ path, code }: Issue): number =>
    3 * path.length + (code === 'invalid_value' ? 0 : code === 'invalid_type' ? 1 : 2)
  const [best] = inner.sort((one, other) => weight(other) - weight(one))
  return best ? { ...best, path: [...first.path, ...best.path] } : first
}

/** What is said of something that is none of what a field of a noun asks for; null where that is a text or a number. */
export const askedBy = ({ as }: Field): Problem | null => {
  switch (as.kind) {
    case 'choice':
    case 'choices':
      return { kind: 'notAmong', names: namesOf(as.of) }
    case 'flag':
    case 'switch':
      // What it is called when it is not so; of a choice it is what nobody can choose.
      return { kind: 'notAmong', names: [...namesOf(as.of), ...(as.of.otherwise ? [as.of.otherwise] : [])] }
    case 'ref':
    case 'refs':
    case 'ids':
      return { kind: 'wrongKind', asked: 'record' }
    case 'day':
    case 'time':
    case 'picture':
      return { kind: 'wrongKind', asked: as.kind }
    default:
      return null
  }
}
type Enumeration = Extract<Field['as'], { kind: 'choice' }>['of']
const namesOf = (of: Enumeration): Text[] => {
  const [zh, en] = [of.options('zh'), of.options('en')]
  return zh.map(({ label }, at) => ({ zh: label, en: en[at]?.label ?? label }))
}

const askedKinds: Readonly<Record<string, keyof typeof kinds>> = {
  string: 'text',
  number: 'number',
  boolean: 'yesNo',
  array: 'list',
  set: 'list',
}

const ofType = (expected: string, value: unknown): Problem => {
  // What stood in a cell of numbers and is none has come as something that zod calls a number still.
  if (expected === 'int' || (expected === 'number' && typeof value === 'number')) return { kind: 'wholeNumber' }
  const asked = askedKinds[expected]
  return asked === undefined ? { kind: 'wrongForm' } : { kind: 'wrongKind', asked }
}

const ofSize = (issue: Extract<Issue, { code: 'too_big' | 'too_small' }>, value: unknown, field: Field | null): Problem => {
  const { origin } = issue
  if (origin === 'string' && issue.code === 'too_big')
    return { kind: 'tooLong', most: Number(issue.maximum), count: typeof value === 'string' ? value.trim().length : 0 }
  if (origin === 'array' || origin === 'set')
    return issue.code === 'too_big'
      ? { kind: 'tooMany', most: Number(issue.maximum) }
      : { kind: 'tooFew', least: Number(issue.minimum) }
  if (origin === 'number' || origin === 'int')
    return {
      kind: 'outOfRange',
      ...(field ? numberLimits(field.sent) : { least: null, most: null }),
      ...(issue.code === 'too_big' ? { most: Number(issue.maximum) } : { least: Number(issue.minimum) }),
    }
  return { kind: 'wrongForm' }
}

/** What is wrong with `value`, which stands where the issue says; `field` is what it belongs to, where a noun has it. */
export const problemOf = (issue: Issue, value: unknown, field: Field | null): Problem => {
  if (isEmpty(value)) return { kind: 'needed' }
  const own = field && issue.path.length <= 1 ? askedBy(field) : null
  switch (issue.code) {
    case 'invalid_type':
      return own ?? ofType(issue.expected, value)
    case 'too_big':
    case 'too_small':
      return ofSize(issue, value, issue.path.length <= 1 ? field : null)
    case 'custom':
    case 'invalid_format':
      if (issue.message === 'is required') return { kind: 'needed' }
      if (issue.message in problemWords && !own) return { kind: 'check', message: issue.message }
      return own ?? { kind: 'wrongForm' }
    case 'invalid_value':
      return own ?? { kind: 'notAmong', names: [] }
    default:
      return own ?? { kind: 'wrongForm' }
  }
}

/** What is wrong with a code that somebody writes; null for an empty one, and for one that was there before. */
export const codeProblem = ({ code }: Pick<Field, 'code'>, value: unknown, before: unknown): Problem | null =>
  code && typeof value === 'string' && isOdd(code, usualCode(value), typeof before === 'string' ? usualCode(before) : '')
    ? { kind: 'check', message: code.problem }
    : null
const isOdd = ({ pattern }: WrittenCode, value: string, before: string): boolean =>
  value !== '' && value !== before && !pattern.test(value)

type Loose = Readonly<Record<string, unknown>>

/**
 * The field of a place that is missing where the other is filled in, and what is wrong with it: a longitude alone is nowhere. Null also
 * for what stood so before.
 */
export const halfPlace = (
  fields: Fields,
  body: Loose,
  before: Loose | null,
): { readonly name: string; readonly problem: Problem } | null => {
  const of = (kind: 'lng' | 'lat') => Object.entries(fields).find(([, { as }]) => as.kind === kind)
  const [lng, lat] = [of('lng'), of('lat')]
  if (!lng || !lat || [lng, lat].every(([name]) => before !== null && body[name] === before[name])) return null
  const [[name], [present, { label }]] = isEmpty(body[lng[0]]) ? [lng, lat] : [lat, lng]
  return isEmpty(body[name]) && !isEmpty(body[present]) ? { name, problem: { kind: 'half', other: label } } : null
}

const between = { zh: ['、', '或'], en: [', ', ' or '] } as const
/** `a, b or c`. */
const either = (names: readonly string[], language: Language): string => {
  const [others, last] = [names.slice(0, -1), names.at(-1) ?? '']
  const [comma, or] = between[language]
  return others.length === 0 ? last : `${others.join(comma)}${or}${last}`
}
const inBoth = (say: (language: Language) => string): Text => ({ zh: say('zh'), en: say('en') })
const filled = (text: Text, values: Readonly<Record<string, string | number>>): Text =>
  inBoth((language) => fill(text[language], values))

const withinSentence = (label: string): string => label.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())

/** What is wrong, to be read after what it is wrong with: `必填`, `is required`. */
export const reasonFor = (problem: Problem, hint?: Text): Text => {
  switch (problem.kind) {
    case 'tooLong':
      return filled(words.tooLong, problem)
    case 'outOfRange': {
      const { least, most } = problem
      if (least !== null && most !== null) return filled(words.between, { least, most })
      return least === null ? filled(words.tooBig, { most: most ?? 0 }) : filled(words.tooSmall, { least })
    }
    case 'tooMany':
      return filled(words.tooMany, problem)
    case 'tooFew':
      return filled(words.tooFew, problem)
    case 'wrongKind':
      return kinds[problem.asked]
    case 'notAmong': {
      const { names } = problem
      if (names.length === 0 || names.length > mostNames) return words.notAmong
      return inBoth((language) =>
        fill(words.among[language], {
          names: either(
            names.map((name) => name[language]),
            language,
          ),
        }),
      )
    }
    case 'half':
      return inBoth((language) => fill(words.half[language], { other: withinSentence(problem.other[language]) }))
    case 'check':
      return problemWords[problem.message] ?? words.wrongForm
    case 'wrongForm':
      return hint ? inBoth((language) => fill(words.wrongFormAs[language], { hint: hint[language] })) : words.wrongForm
    default:
      return words[problem.kind]
  }
}

/** One sentence: of what, and what is wrong with it. */
export const sentenceOf = (label: Text, reason: Text): Text => ({
  zh: `${label.zh}${reason.zh}`,
  en: `${label.en} ${reason.en}`,
})
