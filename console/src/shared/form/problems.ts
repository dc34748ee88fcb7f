import type { Call } from '@vigil/contract/kernel/call.ts'
import type { Fields } from '@vigil/contract/kernel/field.ts'
import { codeProblem, problemOf, reasonFor, sentenceOf, telling, type Problem } from '@vigil/contract/kernel/problem.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import type { Draft } from '../spec/record.ts'
import { bodyOf } from './draft.ts'

export type Problems = Readonly<Record<string, Problem>>

/** Everything in a draft that the contract's save would refuse, by the name of its field; `before` is what it began with. */
export const problemsOf = (save: Call, fields: Fields, draft: Draft, before: Draft | null = null): Problems => {
  const body = bodyOf(fields, draft, null)
  const found: Record<string, Problem> = {}
  for (const issue of save.body.safeParse(body).error?.issues ?? []) {
    const name = issue.path[0]
    if (typeof name === 'string' && name in fields) found[name] ??= problemOf(telling([issue]), body[name], fields[name] ?? null)
  }
  for (const [name, field] of Object.entries(fields)) {
    const problem = codeProblem(field, body[name], before?.[name])
    if (problem) found[name] ??= problem
  }
  return found
}

/** What is wrong, with the name of the field and its limit. */
export const problemText = (
  { label, hint }: Pick<Fields[string], 'label' | 'hint'>,
  problem: Problem,
  language: Language,
): string => sentenceOf(label, reasonFor(problem, hint))[language]

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
