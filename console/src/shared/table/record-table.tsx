import { Checkbox } from 'antd'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/texts.ts'
import type { Column } from '../spec/columns.ts'
import type { Row } from '../spec/record.ts'
import { listTexts } from '../spec/texts.ts'
import type { Density } from './column-settings.ts'
import { columnWidths, headingWidth } from './column-widths.ts'
import { HeadCell } from './table-head.tsx'
import { TableRow } from './table-row.tsx'
import styles from './table.module.css'

const selectWidth = 44
const skeletonRows = 12
const phone = 560
const phoneTitle = 164

export interface RecordTableProps {
  readonly label: string
  readonly columns: readonly Column[]
  /** Undefined while nothing has come yet. */
  readonly rows: readonly Row[] | undefined
  /** The rows of before while others are on their way. */
  readonly stale: boolean
  readonly titleOf: (row: Row) => string
  readonly selectable: boolean
  readonly selected: ReadonlySet<string>
  readonly onSelect: (rows: readonly Row[], on: boolean) => void
  /** The record that is open beside the table, or chosen in it. */
  readonly current: string | null
  readonly onOpen: (row: Row) => void
  readonly sort: string | null
  readonly onSort: (sort: string | null) => void
  readonly widths: Readonly<Record<string, number>>
  readonly onWidth: (name: string, width: number | null) => void
  readonly density: Density
  /** Links and buttons at the end of a row; null: there are none. */
  readonly actions: ((row: Row) => ReactNode) | null
  readonly actionsWidth: number
  /** Stands in place of the rows where there are none. */
  readonly empty: ReactNode
  /** The tbody, so that others can give a row the focus. */
  readonly body: RefObject<HTMLTableSectionElement | null>
}

/** The records of one page. Scrolls inside, so that the page never does. */
export const RecordTable = (props: RecordTableProps) => {
  const { label, columns, rows, stale, selectable, selected, onSelect, current, onOpen, widths, onWidth, body } = props
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const scroller = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const room = useRoom(scroller)
  const fixed = (selectable ? selectWidth : 0) + (props.actions ? props.actionsWidth : 0)
  const shownWidths = useMemo(() => {
    // On a phone the column that stays leaves room for the others.
    const sized = columns.map(({ name, label, width, sort }, index) => {
      const own = Math.max(width, headingWidth(label[language], sort !== null))
      return { name, width: index === 0 && room < phone ? Math.min(own, phoneTitle) : own }
    })
    return columnWidths(sized, widths, room - fixed)
  }, [columns, widths, room, fixed, language])
  const total = [...shownWidths.values()].reduce((sum, width) => sum + width, fixed)
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const lastToggled = useRef<string | null>(null)

  // Another page begins at its top; the same one that was fetched anew stays where it is.
  const wasStale = useRef(stale)
  useLayoutEffect(() => {
    if (wasStale.current && !stale) scroller.current?.scrollTo({ top: 0 })
    wasStale.current = stale
  }, [stale])

  const latest = useRef({ rows, selected, onSelect, onOpen })
  useEffect(() => {
    latest.current = { rows, selected, onSelect, onOpen }
  })
  const [handlers] = useState(() => ({
    open: (row: Row): void => latest.current.onOpen(row),
    focus: (id: string): void => setFocusedId(id),
    /** With Shift everything between this row and the one before it. */
    toggle: (row: Row, through: boolean): void => {
      const { rows: shown = [], selected: chosen, onSelect: select } = latest.current
      const on = !chosen.has(row.id)
      const from = through ? shown.findIndex(({ id }) => id === lastToggled.current) : -1
      const to = shown.findIndex(({ id }) => id === row.id)
      lastToggled.current = row.id
      select(from < 0 ? [row] : shown.slice(Math.min(from, to), Math.max(from, to) + 1), on)
    },
  }))

  const onKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>): void => {
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
      if (event.shiftKey && selectable && lines[target]) handlers.toggle(record, false)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      onOpen(record)
    } else if (event.key === ' ' && selectable) {
      event.preventDefault()
      handlers.toggle(record, event.shiftKey)
    }
  }

  const shown = rows ?? []
  const selectedHere = shown.filter(({ id }) => selected.has(id)).length
  const tabStop = shown.some(({ id }) => id === focusedId) ? focusedId : (shown[0]?.id ?? null)
  return (
    <div ref={scroller} className={styles['scroller']} data-stale={stale} aria-busy={stale || rows === undefined}>
      <table
        ref={table}
        className={styles['table']}
        style={{ width: total }}
        data-density={props.density}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- its rows are moved through and selected
        role="grid"
        aria-label={label}
        aria-multiselectable={selectable}
      >
        <colgroup>
          {selectable && <col style={{ width: selectWidth }} />}
          {columns.map(({ name }) => (
            <col key={name} data-column={name} style={{ width: shownWidths.get(name) }} />
          ))}
          {props.actions && <col style={{ width: props.actionsWidth }} />}
        </colgroup>
        <thead>
          <tr>
            {selectable && (
              <th className={styles['select']} scope="col">
                <Checkbox
                  checked={shown.length > 0 && selectedHere === shown.length}
                  indeterminate={selectedHere > 0 && selectedHere < shown.length}
                  disabled={shown.length === 0}
                  aria-label={t('selectPage')}
                  onChange={({ target }) => onSelect(shown, target.checked)}
                />
              </th>
            )}
            {columns.map((column, index) => (
              <HeadCell
                key={column.name}
                column={column}
                className={index === 0 ? styles['title'] : undefined}
                style={index === 0 ? { left: selectable ? selectWidth : 0 } : undefined}
                sort={props.sort}
                onSort={props.onSort}
                width={shownWidths.get(column.name) ?? column.width}
                onWidth={(width) => onWidth(column.name, width)}
                table={table}
              />
            ))}
            {props.actions && (
              <th className={styles['actions']} scope="col">
                {t('actions')}
              </th>
            )}
          </tr>
        </thead>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the rows of a grid take keys */}
        <tbody ref={body} onKeyDown={onKeyDown}>
          {rows === undefined
            ? Array.from({ length: skeletonRows }, (_none, index) => (
                <tr key={index} aria-hidden="true">
                  {selectable && <td className={styles['select']} />}
                  {columns.map(({ name }) => (
                    <td key={name}>
                      <i className={styles['bone']} />
                    </td>
                  ))}
                  {props.actions && <td />}
                </tr>
              ))
            : shown.map((row) => (
                <TableRow
                  key={row.id}
                  row={row}
                  columns={columns}
                  title={props.titleOf(row)}
                  titleLeft={selectable ? selectWidth : 0}
                  selectable={selectable}
                  selected={selected.has(row.id)}
                  current={row.id === current}
                  tabStop={row.id === tabStop}
                  actions={props.actions}
                  handlers={handlers}
                />
              ))}
        </tbody>
      </table>
      {rows !== undefined && shown.length === 0 && <div className={styles['empty']}>{props.empty}</div>}
    </div>
  )
}

/** Width in pixels of what the table may fill. */
const useRoom = (element: RefObject<HTMLElement | null>): number => {
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return undefined
    setRoom(measured.clientWidth)
    const observer = new ResizeObserver(() => setRoom(measured.clientWidth))
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return room
}
