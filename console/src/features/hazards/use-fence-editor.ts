import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import type { Fence } from '@vigil/contract/hazards/entities.ts'
import { CallRefused, whole } from '@vigil/contract/kernel/client.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import { useCallback, useMemo } from 'react'
import { client } from '../../shared/api/client.ts'
import { failureText } from '../../shared/api/failure.ts'
import { invalidate, keyOf, queryClient, useCallMutation } from '../../shared/api/queries.ts'
import type { Failure, Sending } from '../../shared/editing/editing.ts'
import { useOpenRecord, type OpenRecord } from '../../shared/editing/open-record.ts'
import { useEditing, type EditedNow } from '../../shared/editing/use-editing.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { record, redo, undo } from '../../shared/map/draw/history.ts'
import type { Shape } from '../../shared/map/draw/shape.ts'
import { notify } from '../../shared/notices/notices.ts'
import { draftIn, editableFence, emptySheet, shapeNames, type FenceSheet } from './editor-state.ts'
import {
  bodyOf,
  presentRecord,
  problemsOf,
  refusedField,
  type FenceDraft,
  type FenceFields,
  type FieldName,
  type Problems,
} from './fence-draft.ts'
import { hazardTexts } from './texts.ts'
import { fieldLabel } from './words.ts'

const everyFence = hazardCalls.listBsDangAreaAll

/** Puts a fence into the lists that are shown, before they are fetched anew. */
const showInLists = (change: (fences: Fence[]) => Fence[]): void => {
  queryClient.setQueryData<Fence[] | { list: Fence[]; total: number }>(keyOf(everyFence, null), (data) =>
    data ? change(whole(data)) : data,
  )
  invalidate(everyFence, hazardCalls.listBsDangAreaByDeptId)
}

export interface FenceEditor extends Omit<EditedNow<Fence, FenceSheet>, 'editing'> {
  /** Which fence is open, under which key of its form. */
  readonly opened: OpenRecord<Fence>
  readonly draft: FenceDraft
  readonly problems: Problems
  readonly deleting: boolean
  readonly set: (fields: Partial<FenceFields>) => void
  readonly setShape: (shape: Shape, tag: string | null) => void
  readonly undo: () => void
  readonly redo: () => void
  /** Saves mine over theirs. */
  readonly overwrite: () => ReturnType<EditedNow<Fence, FenceSheet>['save']>
  readonly remove: () => Promise<boolean>
}

/** What is open: a fence by its id, a new one, or nothing. */
export type OpenKey = string | null

const withId = (fences: readonly Fence[], id: string | null): Fence | null => fences.find((fence) => fence.id === id) ?? null
const putIn = (fence: Fence): void => showInLists((fences) => [...fences.filter(({ id }) => id !== fence.id), fence])

/** How a fence is sent, and what is said about it. */
const useSending = (): Sending<Fence, FenceSheet> => {
  const t = useTexts(hazardTexts)
  const { language } = useLanguage()
  const refused = (field: FieldName | null, text: string): Failure<Fence> => ({ kind: 'refused', refusal: { field, text } })
  return {
    problem: ({ draft }) => {
      const wrong = Object.keys(problemsOf(draftIn(draft))) as FieldName[]
      if (wrong.length === 0) return null
      const names = wrong.map((name) => fieldLabel(name, t)).join(language === 'zh' ? '、' : ', ')
      return t('fixFields', { n: wrong.length, fields: names })
    },
    ask: (draft, on) => client.ask(hazardCalls.saveBsDangArea, bodyOf(draftIn(draft), on)),
    failure: (thrown) => {
      if (!(thrown instanceof CallRefused)) return refused(null, t('notSavedBecause', { reason: failureText(thrown) }))
      const theirs = thrown.code === codes.conflict.code ? presentRecord(thrown.data) : null
      if (theirs) return { kind: 'conflict', theirs }
      const field = refusedField(thrown.data) ?? (thrown.code === codes.notUnique.code ? 'name' : null)
      if (thrown.code === codes.notFound.code) invalidate(everyFence, hazardCalls.listBsHazardAreaAll)
      return refused(field, thrown.message)
    },
    onStored: (fence) => {
      putIn(fence)
      notify.success(t(fence.enable === 1 ? 'saved' : 'savedOff', { name: fence.name }))
    },
  }
}

/** The form of the fence that is open. `fences` are the stored ones. */
export const useFenceEditor = (key: OpenKey, fences: readonly Fence[]): FenceEditor => {
  const t = useTexts(hazardTexts)
  const opened = useOpenRecord(key, withId(fences, key), fences)
  const edited = useEditing(editableFence, {
    form: opened.form,
    stored: opened.record,
    gone: opened.gone,
    begin: () => emptySheet,
    how: useSending(),
  })
  const { editing, ...shown } = edited
  const { state } = shown
  const deleteCall = useCallMutation(hazardCalls.deleteBsDangAreaById, { showsRefusal: true })
  const draft = useMemo(() => draftIn(state.draft), [state.draft])
  const problems = useMemo(() => problemsOf(draft), [draft])
  const steps = useCallback(
    (step: (shapes: FenceSheet['shapes']) => FenceSheet['shapes']) =>
      editing.change(shapeNames, (sheet) => ({ ...sheet, shapes: step(sheet.shapes) })),
    [editing],
  )

  return {
    ...shown,
    opened,
    draft,
    problems,
    deleting: deleteCall.isPending,
    set: useCallback(
      (fields) => editing.change(Object.keys(fields), (sheet) => ({ ...sheet, fields: { ...sheet.fields, ...fields } })),
      [editing],
    ),
    setShape: useCallback((shape, tag) => steps((shapes) => record(shapes, shape, tag)), [steps]),
    undo: useCallback(() => steps(undo), [steps]),
    redo: useCallback(() => steps(redo), [steps]),
    overwrite: () => edited.resolve(state.draft),
    takeTheirs: () => {
      if (state.conflict) putIn(state.conflict)
      edited.takeTheirs()
    },
    remove: async () => {
      const { base } = state
      if (!base) return false
      try {
        await deleteCall.mutateAsync({ id: base.id })
      } catch (error) {
        if (!(error instanceof CallRefused) || error.code !== codes.notFound.code) {
          editing.refuse({ field: null, text: failureText(error) })
          return false
        }
        // Somebody was faster: it is gone all the same.
      }
      showInLists((fences) => fences.filter(({ id }) => id !== base.id))
      notify.success(t('deleted', { name: base.name }))
      return true
    },
  }
}
