import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import type { Fence } from '@vigil/contract/hazards/entities.ts'
import { CallRefused, whole } from '@vigil/contract/kernel/client.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import { useCallback, useEffect, useMemo, useReducer, useState } from 'react'
import { failureText } from '../../shared/api/failure.ts'
import { invalidate, keyOf, queryClient, useCallMutation } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import type { Shape } from '../../shared/map/draw/shape.ts'
import { notify } from '../../shared/notices/notices.ts'
import { changesIn, draftIn, opened, reduce, type EditorState } from './editor-state.ts'
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

export interface FenceEditor {
  readonly state: EditorState
  readonly draft: FenceDraft
  readonly changes: readonly FieldName[]
  readonly dirty: boolean
  readonly problems: Problems
  /** The stored fence is newer than the one that was opened. */
  readonly newer: Fence | null
  /** The stored fence is gone. */
  readonly gone: boolean
  /** Another's record that stands against this one. */
  readonly conflict: Fence | null
  readonly saving: boolean
  readonly deleting: boolean
  readonly set: (fields: Partial<FenceFields>) => void
  readonly setShape: (shape: Shape, tag: string | null) => void
  readonly undo: () => void
  readonly redo: () => void
  /** Forgets what was changed. */
  readonly reset: () => void
  /** The fence as it was saved, or null. */
  readonly save: () => Promise<Fence | null>
  readonly overwrite: () => Promise<Fence | null>
  readonly saveAsNew: () => Promise<Fence | null>
  readonly takeTheirs: () => void
  readonly compare: () => void
  readonly closeConflict: () => void
  readonly remove: () => Promise<boolean>
}

/** What is open: a fence by its id, a new one, or nothing. */
export type OpenKey = string | null

const withId = (fences: readonly Fence[], id: string | null): Fence | null => fences.find((fence) => fence.id === id) ?? null

/** The form of the fence that is open. `fences` are the stored ones; null until they are known. */
export const useFenceEditor = (key: OpenKey, fences: readonly Fence[] | null): FenceEditor => {
  const t = useTexts(hazardTexts)
  const { language } = useLanguage()
  const [state, dispatch] = useReducer(reduce, null, opened)
  const [openKey, setOpenKey] = useState<OpenKey>(null)
  const asked = withId(fences ?? [], key)
  if (openKey !== key || (key !== 'new' && state.base === null && asked !== null)) {
    setOpenKey(key)
    dispatch({ kind: 'open', fence: asked })
  }
  const [conflict, setConflict] = useState<Fence | null>(null)
  const saveCall = useCallMutation(hazardCalls.saveBsDangArea, { showsRefusal: true })
  const deleteCall = useCallMutation(hazardCalls.deleteBsDangAreaById, { showsRefusal: true })

  const draft = useMemo(() => draftIn(state), [state])
  const changes = useMemo(() => changesIn(state), [state])
  const dirty = changes.length > 0
  const problems = useMemo(() => problemsOf(draft), [draft])
  const { base } = state
  const stored = base ? withId(fences ?? [], base.id) : null
  const newer = base && stored && stored.version > base.version ? stored : null
  const gone = base !== null && stored === null && fences !== null

  // What nobody has changed here follows what others save.
  useEffect(() => {
    if (newer && !dirty) dispatch({ kind: 'open', fence: newer })
  }, [newer, dirty])

  const refused = useCallback((field: FieldName | null, text: string): null => {
    dispatch({ kind: 'refused', refusal: { field, text } })
    return null
  }, [])

  const send = async (on: Pick<Fence, 'id' | 'version'> | null): Promise<Fence | null> => {
    dispatch({ kind: 'tried' })
    const wrong = Object.keys(problems) as FieldName[]
    if (wrong.length > 0) {
      const names = wrong.map((name) => fieldLabel(name, t)).join(language === 'zh' ? '、' : ', ')
      return refused(null, t('fixFields', { n: wrong.length, fields: names }))
    }
    try {
      const saved = await saveCall.mutateAsync(bodyOf(draft, on))
      setConflict(null)
      dispatch({ kind: 'open', fence: saved })
      showInLists((fences) => [...fences.filter(({ id }) => id !== saved.id), saved])
      notify.success(t(saved.enable === 1 ? 'saved' : 'savedOff', { name: saved.name }))
      return saved
    } catch (error) {
      if (!(error instanceof CallRefused)) {
        return refused(null, t('notSavedBecause', { reason: failureText(error) }))
      }
      const theirs = error.code === codes.conflict.code ? presentRecord(error.data) : null
      if (theirs) {
        setConflict(theirs)
        return null
      }
      setConflict(null)
      const field = refusedField(error.data) ?? (error.code === codes.notUnique.code ? 'name' : null)
      if (error.code === codes.notFound.code) invalidate(everyFence, hazardCalls.listBsHazardAreaAll)
      return refused(field, error.message)
    }
  }

  return {
    state,
    draft,
    changes,
    dirty,
    problems,
    newer: dirty ? newer : null,
    gone,
    conflict,
    saving: saveCall.isPending,
    deleting: deleteCall.isPending,
    set: useCallback((fields) => dispatch({ kind: 'set', fields }), []),
    setShape: useCallback((shape, tag) => dispatch({ kind: 'draw', shape, tag }), []),
    undo: useCallback(() => dispatch({ kind: 'undo' }), []),
    redo: useCallback(() => dispatch({ kind: 'redo' }), []),
    reset: () => dispatch({ kind: 'open', fence: newer ?? base }),
    save: () => send(base),
    overwrite: async () => {
      if (!conflict) return null
      dispatch({ kind: 'rebase', base: conflict })
      return await send(conflict)
    },
    saveAsNew: async () => {
      dispatch({ kind: 'rebase', base: null })
      return await send(null)
    },
    takeTheirs: () => {
      if (!conflict) return
      const theirs = conflict
      setConflict(null)
      dispatch({ kind: 'open', fence: theirs })
      showInLists((fences) => fences.map((fence) => (fence.id === theirs.id ? theirs : fence)))
    },
    compare: () => setConflict(newer),
    closeConflict: () => setConflict(null),
    remove: async () => {
      if (!base) return false
      try {
        await deleteCall.mutateAsync({ id: base.id })
      } catch (error) {
        if (!(error instanceof CallRefused) || error.code !== codes.notFound.code) {
          refused(null, failureText(error))
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
