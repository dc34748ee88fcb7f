import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { Row } from '../spec/record.ts'

/** What is done with a row; the same functions as long as the table is, so that a row is drawn anew only where it changed. */
export interface RowHandlers {
  readonly open: (row: Row) => void
  readonly focus: (id: string) => void
  /** With `through` everything between this row and the one before it. */
  readonly toggle: (row: Row, through: boolean) => void
}

interface Rows {
  /** Undefined while nothing has come yet. */
  readonly rows: readonly Row[] | undefined
  readonly selectable: boolean
  readonly selected: ReadonlySet<string>
  readonly onSelect: (rows: readonly Row[], on: boolean) => void
  readonly onOpen: (row: Row) => void
}

export const useRowHandlers = ({ rows, selected, onSelect, onOpen }: Rows, focus: RowHandlers['focus']): RowHandlers => {
  const lastToggled = useRef<string | null>(null)
  const latest = useRef({ rows, selected, onSelect, onOpen })
  useEffect(() => {
    latest.current = { rows, selected, onSelect, onOpen }
  })
  const [handlers] = useState(
    (): RowHandlers => ({
      open: (row) => latest.current.onOpen(row),
      focus,
      toggle: (row, through) => {
        const { rows: shown = [], selected: chosen, onSelect: select } = latest.current
        const on = !chosen.has(row.id)
        const from = through ? shown.findIndex(({ id }) => id === lastToggled.current) : -1
        const to = shown.findIndex(({ id }) => id === row.id)
        lastToggled.current = row.id
        select(from < 0 ? [row] : shown.slice(Math.min(from, to), Math.max(from, to) + 1), on)
      },
    }),
  )
  return handlers
}

/** Arrows, Home and End go through the rows, with Shift they select; Enter opens one, space selects it. */
export const rowKeys =
  ({ rows, selectable, onOpen }: Rows, { toggle }: RowHandlers) =>
  (event: KeyboardEvent<HTMLTableSectionElement>): void => {
    const row = event.target as HTMLElement
    const record = rows?.find(({ id }) => id === row.dataset['id'])
    // In a row, not in a link or a box within it.
    if (!record || row.tagName !== 'TR') return
    const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('tr[data-id]')]
    const at = lines.indexOf(row)
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 }[event.key]
    if (target !== undefined) {
      event.preventDefault()
      lines[target]?.focus()
      if (event.shiftKey && selectable && lines[target]) toggle(record, false)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      onOpen(record)
    } else if (event.key === ' ' && selectable) {
      event.preventDefault()
      toggle(record, event.shiftKey)
    }
  }
