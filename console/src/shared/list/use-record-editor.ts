import { CallRefused } from '@vigil/contract/kernel/client.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import { useCallback, useEffect, useMemo, useReducer, useState } from 'react'
import { failureText } from '../api/failure.ts'
import { invalidate, useCallMutation } from '../api/queries.ts'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/texts.ts'
import { notify } from '../notices/notices.ts'
import { bodyOf, changedThings, draftOf, emptyDraft, type Draft } from './draft.ts'
import { opened, reduceEditor, type EditorState } from './editor-state.ts'
import { isInForm } from './form-parts.ts'
import { problemsOf, problemText, refusedField, type Problems } from './problems.ts'
import { asRow, type Row } from './record.ts'
import type { ShownName } from './sketch.ts'
import { titleOf, type ListSpec } from './spec.ts'
import { listTexts } from './texts.ts'

/** The form of one record: what is in it, what is wrong with it, and how it is saved. */
export interface RecordEditor {
  /** As it was last read or saved; null for a new one. */
  readonly base: Row | null
  readonly draft: Draft
  /** The fields that differ from what is stored; a place counts once. */
  readonly changes: readonly string[]
  readonly dirty: boolean
  /** What is to be said of a field now; null while there is nothing to say. */
  readonly errorOf: (name: string) => string | null
  /** What was said of the record as a whole when it was not saved. */
  readonly refusal: string | null
  /** Grows with every save that failed, so that the first failing field can be shown. */
  readonly failures: number
  /** The stored record is newer than the one that was opened, and something was changed here. */
  readonly newer: Row | null
  /** The stored record is gone. */
  readonly gone: boolean
  /** Another's record that stands against this one. */
  readonly conflict: Row | null
  readonly saving: boolean
  readonly set: (name: string, value: unknown, shownName?: ShownName) => void
  /** A field was left: from now on its problem is said. */
  readonly touch: (name: string) => void
  /** Something stands in a field that is no value yet. */
  readonly setUnfinished: (name: string, unfinished: boolean) => void
  /** Forgets what was changed. */
  readonly reset: () => void
  /** The record as it was saved, or null. */
  readonly save: () => Promise<Row | null>
  readonly saveAsNew: () => Promise<Row | null>
  /** Saves what was put together of mine and theirs. */
  readonly resolve: (draft: Draft) => Promise<Row | null>
  readonly takeTheirs: () => void
  readonly compare: () => void
  readonly closeConflict: () => void
}

export interface EditorOptions {
  /** The record as it is stored now; null for a new one, or while it is not known. */
  readonly stored: Row | null
  /** It was there and is no longer. */
  readonly gone?: boolean
  /** What a new one begins with. */
  readonly presets?: Draft
}

type EditedSpec = Pick<ListSpec, 'noun' | 'fields' | 'form' | 'list' | 'save' | 'options'>

/** Opens one record for editing; another record is another component (a `key`). */
export const useRecordEditor = (spec: EditedSpec, { stored, gone = false, presets }: EditorOptions): RecordEditor => {
  const { noun, fields, form, list, save: saveCall, options } = spec
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const [state, dispatch] = useReducer(reduceEditor, null, (): EditorState => {
    const draft = stored ? draftOf(fields, stored) : emptyDraft(fields, presets)
    return opened(stored, draft)
  })
  const [conflict, setConflict] = useState<Row | null>(null)
  const [notThere, setNotThere] = useState(false)
  // A list that is only looked at saves nothing; the hook has to stand all the same.
  const mutation = useCallMutation(saveCall ?? list, { showsRefusal: true })

  const { base, draft } = state
  const { unfinished } = state
  const changes = useMemo(
    () => [...new Set([...changedThings(fields, state.initial, draft), ...unfinished])],
    [fields, state.initial, draft, unfinished],
  )
  const dirty = changes.length > 0
  const problems = useMemo((): Problems => (saveCall ? problemsOf(saveCall, fields, draft) : {}), [saveCall, fields, draft])
  const ownProblems = useMemo(() => options.check?.(draft) ?? {}, [options, draft])
  const newer = base && stored && stored.version > base.version ? stored : null

  // What nobody has changed here follows what others save.
  useEffect(() => {
    if (newer && !dirty) dispatch({ kind: 'open', base: newer, draft: draftOf(fields, newer) })
  }, [newer, dirty, fields])

  const textOf = (name: string): string | null => {
    const field = fields[name]
    const problem = problems[name]
    if (field && problem) return problemText(field, problem, t, language)
    return ownProblems[name]?.[language] ?? null
  }

  const refused = (field: string | null, text: string): null => {
    dispatch({ kind: 'refused', field, text })
    return null
  }

  const send = async (on: Row | null, sent: Draft): Promise<Row | null> => {
    if (!saveCall) return null
    const found = { ...options.check?.(sent), ...problemsOf(saveCall, fields, sent) }
    const wrong = [...new Set([...Object.keys(found), ...unfinished])]
    if (wrong.length > 0) {
      const names = wrong.map((name) => fields[name]?.label[language] ?? name).join(language === 'zh' ? '、' : ', ')
      return refused(null, t('fixFields', { n: wrong.length, fields: names }))
    }
    try {
      const answer = await mutation.mutateAsync(bodyOf(fields, sent, on))
      const saved = asRow(answer)
      if (!saved) throw new Error(`${saveCall.path} answered no record`)
      setConflict(null)
      dispatch({ kind: 'open', base: saved, draft: draftOf(fields, saved) })
      invalidate(list, ...(options.invalidates ?? []))
      notify.success(t(on ? 'saved' : 'created', { what: noun.word[language], name: titleOf(spec, saved) }))
      return saved
    } catch (error) {
      if (!(error instanceof CallRefused)) return refused(null, t('notSavedBecause', { reason: failureText(error) }))
      const theirs = error.code === codes.conflict.code ? asRow(error.data) : null
      if (theirs) {
        setConflict(theirs)
        return null
      }
      setConflict(null)
      const field = refusedField(fields, error.data, error.message, language)
      if (error.code === codes.notFound.code && field === null) {
        setNotThere(true)
        invalidate(list)
      }
      return refused(field !== null && isInForm(form, field) ? field : null, error.message)
    }
  }

  return {
    base,
    draft,
    changes,
    dirty,
    errorOf: (name) => {
      if (state.refusal?.field === name) return state.refusal.text
      return state.tried || state.touched.includes(name) ? textOf(name) : null
    },
    refusal: state.refusal && state.refusal.field === null ? state.refusal.text : null,
    failures: state.failures,
    newer: dirty ? newer : null,
    gone: base !== null && (gone || notThere),
    conflict,
    saving: mutation.isPending,
    set: useCallback((name, value, shownName) => dispatch({ kind: 'set', name, value, shownName }), []),
    touch: useCallback((name) => dispatch({ kind: 'touch', name }), []),
    setUnfinished: useCallback((name, on) => dispatch({ kind: 'unfinished', name, on }), []),
    reset: () => {
      const from = newer ?? base
      dispatch({ kind: 'open', base: from, draft: from ? draftOf(fields, from) : state.initial })
    },
    save: () => send(base, draft),
    saveAsNew: () => send(null, draft),
    resolve: async (chosen) => {
      if (!conflict) return null
      dispatch({ kind: 'rebase', base: conflict, initial: draftOf(fields, conflict), draft: chosen })
      return await send(conflict, chosen)
    },
    takeTheirs: () => {
      if (!conflict) return
      dispatch({ kind: 'open', base: conflict, draft: draftOf(fields, conflict) })
      setConflict(null)
      invalidate(list)
    },
    compare: () => setConflict(newer),
    closeConflict: () => setConflict(null),
  }
}
