import { CallRefused } from '@vigil/contract/kernel/client.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import { useCallback, useMemo } from 'react'
import { nameFieldOf } from '@vigil/contract/kernel/noun.ts'
import { client } from '../api/client.ts'
import { failureText } from '../api/failure.ts'
import { invalidate } from '../api/queries.ts'
import type { Failure, Sending } from '../editing/editing.ts'
import { useEditing, type EditedNow } from '../editing/use-editing.ts'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/texts.ts'
import { notify } from '../notices/notices.ts'
import { isInForm } from '../spec/form-parts.ts'
import { asRow, type Row, type Draft } from '../spec/record.ts'
import type { ShownName } from '../spec/definitions.ts'
import { titleOf, type ListSpec } from '../spec/spec.ts'
import { listTexts } from '../spec/texts.ts'
import { bodyOf, emptyDraft } from './draft.ts'
import { editableRecord } from './editable-record.ts'
import { problemsOf, problemText, refusedField, type Problems } from './problems.ts'

/** The form of one record: what is in it, what is wrong with it, and how it is saved. */
export interface RecordEditor extends Omit<EditedNow<Row, Draft>, 'editing' | 'state'> {
  /** Nothing is changed that is not saved, as it is now and not as it was drawn last. */
  readonly isSettled: () => boolean
  /** As it was last read or saved; null for a new one. */
  readonly base: Row | null
  readonly draft: Draft
  /** What is to be said of a field now; null while there is nothing to say. */
  readonly errorOf: (name: string) => string | null
  /** What was said of the record as a whole when it was not saved. */
  readonly refusal: string | null
  /** Grows with every save that failed, so that the first failing field can be shown. */
  readonly failures: number
  /** Another's record that stands against this one. */
  readonly conflict: Row | null
  /** Another's save was taken over, since nothing was changed here. */
  readonly isOvertaken: boolean
  readonly set: (name: string, value: unknown, shownName?: ShownName) => void
  /** A field was left: from now on its problem is said. */
  readonly touch: (name: string) => void
  /** Something stands in a field that is no value yet. */
  readonly setUnfinished: (name: string, unfinished: boolean) => void
}

export interface EditorOptions {
  /** The key of its form, where one editor goes from record to record; another begins anew. */
  readonly form?: number
  /** The record as it is stored now; null for a new one, or while it is not known. */
  readonly stored: Row | null
  /** It was there and is no longer. */
  readonly gone?: boolean
  /** What a new one begins with. */
  readonly presets?: Draft
}

type EditedSpec = Pick<ListSpec, 'noun' | 'fields' | 'form' | 'list' | 'save' | 'options'>

/** How a record of a list is sent, and what is said about it. */
const useSending = (spec: EditedSpec): Sending<Row, Draft> => {
  const { noun, fields, form, list, save: saveCall, options } = spec
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const refused = (field: string | null, text: string): Failure<Row> => ({ kind: 'refused', refusal: { field, text } })
  return {
    problem: ({ base, draft, unfinished }) => {
      const found = { ...options.check?.(draft), ...(saveCall ? problemsOf(saveCall, fields, draft, base) : {}) }
      const wrong = [...new Set([...Object.keys(found), ...unfinished])]
      if (wrong.length === 0) return null
      const names = wrong.map((name) => fields[name]?.label[language] ?? name).join(language === 'zh' ? '、' : ', ')
      return t('fixFields', { n: wrong.length, fields: names })
    },
    ask: async (draft, on) => {
      if (!saveCall) throw new Error(`${noun.name} is only looked at`)
      const saved = asRow(await client.ask(saveCall, bodyOf(fields, draft, on)))
      if (!saved) throw new Error(`${saveCall.path} answered no record`)
      return saved
    },
    failure: (thrown) => {
      if (!(thrown instanceof CallRefused)) return refused(null, t('notSavedBecause', { reason: failureText(thrown) }))
      const theirs = thrown.code === codes.conflict.code ? asRow(thrown.data) : null
      if (theirs) return { kind: 'conflict', theirs }
      const field = refusedField(fields, thrown.data, thrown.message, language)
      if (thrown.code === codes.notFound.code && field === null) {
        invalidate(list, ...(options.invalidates ?? []))
        return { kind: 'gone', refusal: { field: null, text: thrown.message } }
      }
      return refused(field !== null && isInForm(form, field) ? field : null, thrown.message)
    },
    onStored: (record, on) => {
      invalidate(list, ...(options.invalidates ?? []))
      notify.success(
        options.savedText?.(record)[language] ??
          t(on ? 'saved' : 'created', { what: noun.word[language], name: titleOf(spec, record) }),
      )
    },
  }
}

/** Opens one record for editing; another record is another component (a `key`). */
export const useRecordEditor = (spec: EditedSpec, { form, stored, gone = false, presets }: EditorOptions): RecordEditor => {
  const { fields, list, save: saveCall, options } = spec
  const { language } = useLanguage()
  const kind = useMemo(() => editableRecord(fields), [fields])
  const edited = useEditing(kind, { form, stored, gone, begin: () => emptyDraft(fields, presets), how: useSending(spec) })
  const { editing, state, ...shown } = edited
  const { base, draft, conflict, refusal, failures, isOvertaken } = state
  const problems = useMemo(
    (): Problems => (saveCall ? problemsOf(saveCall, fields, draft, base) : {}),
    [saveCall, fields, draft, base],
  )
  const ownProblems = useMemo(() => options.check?.(draft) ?? {}, [options, draft])

  const textOf = (name: string): string | null => {
    // The screen says it more exactly.
    const own = ownProblems[name]
    if (own) return own[language]
    const [field, problem] = [fields[name], problems[name]]
    return field && problem ? problemText(field, problem, language) : null
  }

  return {
    ...shown,
    base,
    draft,
    conflict,
    failures,
    isOvertaken,
    errorOf: (name) => {
      if (refusal?.field === name) return refusal.text
      return state.tried || state.touched.includes(name) ? textOf(name) : null
    },
    refusal: refusal && refusal.field === null ? refusal.text : null,
    set: useCallback(
      (name, value, shownName) =>
        editing.change([name], (before) => ({
          ...before,
          [name]: value,
          ...(shownName === undefined ? {} : { [nameFieldOf(name)]: shownName }),
        })),
      [editing],
    ),
    isSettled: editing.isSettled,
    touch: editing.touch,
    setUnfinished: editing.setUnfinished,
    takeTheirs: () => {
      shown.takeTheirs()
      invalidate(list, ...(options.invalidates ?? []))
    },
  }
}
