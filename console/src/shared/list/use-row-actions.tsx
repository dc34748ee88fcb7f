import { useCallback, useEffect, useRef, type ReactNode } from 'react'
import { useLanguage } from '../i18n/language.ts'
import type { Row } from '../spec/record.ts'
import type { ListContext, RowAction } from '../spec/definitions.ts'
import type { ListSpec } from '../spec/spec.ts'
import { listTexts } from '../spec/texts.ts'
import { RowActions } from '../table/row-actions.tsx'
import type { ListRights } from './list-rights.ts'

/** Pixels. */
const padding = 24
const gap = 14
const wordsWidth = { zh: 14, en: 8 } as const

/** What stands at the end of a row, and how much room it takes. */
export const useRowActions = (
  { options }: ListSpec,
  { mayEdit, mayRemove, writes }: ListRights,
  context: ListContext,
  onDelete: (row: Row) => void,
): { readonly actions: (row: Row) => ReactNode; readonly actionsWidth: number } => {
  const { language } = useLanguage()
  const { table: texts } = listTexts
  const { open } = context
  const latest = useRef(context)
  useEffect(() => {
    latest.current = context
  })
  const actions = useCallback(
    (row: Row): ReactNode => {
      const own: readonly RowAction[] = [
        { label: mayEdit && writes(row) ? texts.edit : texts.view, run: () => open(row.id) },
        ...(options.rowActions?.(row, latest.current) ?? []),
        ...(mayRemove && writes(row) && options.removable?.(row) !== false
          ? [{ label: texts.delete, danger: true, run: () => onDelete(row) }]
          : []),
      ]
      return <RowActions actions={own} />
    },
    [mayEdit, mayRemove, writes, open, options, onDelete, texts],
  )
  const usual = mayRemove ? [texts.edit, texts.delete] : [texts.edit]
  const usualWidth = usual.reduce((sum, label) => sum + gap + label[language].length * wordsWidth[language], padding)
  return { actions, actionsWidth: options.actionsWidth ?? usualWidth }
}
