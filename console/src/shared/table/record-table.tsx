import { useCallback, useLayoutEffect, useMemo, useRef, useState, type ReactNode, type RefObject, type UIEvent } from 'react'
import type { Alarmed } from '../live/record-alarm.ts'
import type { Column } from '../spec/columns.ts'
import type { Row } from '../spec/record.ts'
import type { Density } from './column-settings.ts'
import { columnWidths } from './column-widths.ts'
import { TableHead } from './table-head.tsx'
import { TableRow } from './table-row.tsx'
import styles from './table.module.css'
import { rowKeys, useRowHandlers } from './use-row-handlers.ts'

const selectWidth = 44
const actionsWidth = 48
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
  /** What its records are for the alarms; a row with an open one is marked. */
  readonly alarmed: Alarmed | undefined
  /** Told how many pixels the columns may fill. */
  readonly onRoom: (room: number) => void
  /** Stands in place of the rows where there are none. */
  readonly empty: ReactNode
  /** The tbody, so that others can give a row the focus. */
  readonly body: RefObject<HTMLTableSectionElement | null>
}

/** The records of one page. Scrolls inside, so that the page never does. */
export const RecordTable = (props: RecordTableProps) => {
  const { label, columns, rows, stale, selectable, selected, sort, actions, body } = props
  const scroller = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const { widths, total } = useWidths(props, useRoom(scroller))
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const onScroll = useTopOfPage(scroller, stale)
  const handlers = useRowHandlers(props, setFocusedId)
  const onKeyDown = rowKeys(props, handlers)

  const shown = rows ?? []
  const tabStop = shown.some(({ id }) => id === focusedId) ? focusedId : (shown[0]?.id ?? null)
  const titleLeft = selectable ? selectWidth : 0
  return (
    <div
      ref={scroller}
      className={styles['scroller']}
      data-stale={stale}
      aria-busy={stale || rows === undefined}
      onScroll={onScroll}
    >
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
            <col key={name} data-column={name} style={{ width: widths.get(name) }} />
          ))}
          {actions && <col style={{ width: actionsWidth }} />}
        </colgroup>
        <TableHead
          columns={columns}
          rows={shown}
          selectable={selectable}
          selected={selected}
          onSelect={props.onSelect}
          titleLeft={titleLeft}
          sort={sort}
          onSort={props.onSort}
          widths={widths}
          onWidth={props.onWidth}
          withActions={actions !== null}
          table={table}
        />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the rows of a grid take keys */}
        <tbody ref={body} onKeyDown={onKeyDown}>
          {rows === undefined
            ? Array.from({ length: skeletonRows }, (_none, index) => (
                <Bones key={index} columns={columns} selectable={selectable} withActions={actions !== null} />
              ))
            : shown.map((row) => (
                <TableRow
                  key={row.id}
                  row={row}
                  columns={columns}
                  title={props.titleOf(row)}
                  titleLeft={titleLeft}
                  selectable={selectable}
                  selected={selected.has(row.id)}
                  current={row.id === props.current}
                  tabStop={row.id === tabStop}
                  actions={actions}
                  alarmed={props.alarmed}
                  handlers={handlers}
                />
              ))}
        </tbody>
      </table>
      {rows !== undefined && shown.length === 0 && <div className={styles['empty']}>{props.empty}</div>}
    </div>
  )
}

interface BonesProps {
  readonly columns: readonly Column[]
  readonly selectable: boolean
  readonly withActions: boolean
}

/** Stands for a row that is on its way. */
const Bones = ({ columns, selectable, withActions }: BonesProps) => (
  <tr aria-hidden="true">
    {selectable && <td className={styles['select']} />}
    {columns.map(({ name }) => (
      <td key={name}>
        <i className={styles['bone']} />
      </td>
    ))}
    {withActions && <td />}
  </tr>
)

/** Pixels of every column, and of all together. */
const useWidths = ({ columns, widths: chosen, selectable, actions, onRoom }: RecordTableProps, room: number) => {
  const fixed = (selectable ? selectWidth : 0) + (actions ? actionsWidth : 0)
  useLayoutEffect(() => {
    if (room > 0) onRoom(room - fixed)
  }, [room, fixed, onRoom])
  const widths = useMemo(() => {
    // On a phone the column that stays leaves room for the others.
    const sized = columns.map(({ name, width }, index) => ({
      name,
      width: index === 0 && room < phone ? Math.min(width, phoneTitle) : width,
    }))
    return columnWidths(sized, chosen, room - fixed)
  }, [columns, chosen, room, fixed])
  return { widths, total: [...widths.values()].reduce((sum, width) => sum + width, fixed) }
}

/** Another page begins at its top; the same one that was fetched anew stays where it is. To be told when it is scrolled. */
const useTopOfPage = (scroller: RefObject<HTMLElement | null>, stale: boolean): ((event: UIEvent<HTMLElement>) => void) => {
  const wasStale = useRef(stale)
  // Remembered and not asked for among the changes: the browser would lay the whole page out on the spot to answer.
  const isScrolled = useRef(false)
  useLayoutEffect(() => {
    if (wasStale.current && !stale && isScrolled.current) {
      scroller.current?.scrollTo({ top: 0 })
    }
    wasStale.current = stale
  }, [scroller, stale])
  return useCallback(({ currentTarget }) => {
    isScrolled.current = currentTarget.scrollTop > 0
  }, [])
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
