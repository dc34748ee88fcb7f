import { useCallback, useEffect, useRef, type ReactNode } from 'react'
import type { Row } from '../spec/record.ts'
import type { ListContext, RowAction } from '../spec/definitions.ts'
import { titleOf, type ListSpec } from '../spec/spec.ts'
import { listTexts } from '../spec/texts.ts'
import { RowActions } from '../table/row-actions.tsx'
import type { ListRights } from './list-rights.ts'

interface RowActionsOptions {
  readonly spec: ListSpec
  readonly rights: ListRights
  readonly context: ListContext
  /** A click on the name chooses the row, so that opening it needs an action. */
  readonly chooses: boolean
  readonly onDelete: (row: Row) => void
}

/** What stands at the end of a row; null where nothing ever does. A record is opened by its name. */
export const useRowActions = ({
  spec,
  rights: { mayEdit, mayRemove, writes },
  context,
  chooses,
  onDelete,
}: RowActionsOptions): ((row: Row) => ReactNode) | null => {
  const { options } = spec
  const { open } = context
  const latest = useRef(context)
  useEffect(() => {
    latest.current = context
  })
  const actions = useCallback(
    (row: Row): ReactNode => {
      const { table: texts } = listTexts
      const own: readonly RowAction[] = [
        ...(chooses ? [{ label: mayEdit && writes(row) ? texts.edit : texts.view, run: () => open(row.id) }] : []),
        ...(options.rowActions?.(row, latest.current) ?? []),
        ...(mayRemove && writes(row) && options.removable?.(row) !== false
          ? [{ label: texts.delete, danger: true, run: () => onDelete(row) }]
          : []),
      ]
      return <RowActions title={titleOf(spec, row)} actions={own} />
    },
    [mayEdit, mayRemove, writes, open, options, spec, chooses, onDelete],
  )
  return chooses || mayRemove || options.rowActions ? actions : null
}
