import { Checkbox } from 'antd'
import { memo, type MouseEvent, type ReactNode } from 'react'
import { enabledFlag } from '@vigil/contract/kernel/enabled.ts'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/texts.ts'
import { useRecordAlarm, type Alarmed } from '../live/record-alarm.ts'
import type { Column } from '../spec/columns.ts'
import { TextCell, textText } from '../spec/field-display.tsx'
import { kindOf } from '../spec/field-kinds.tsx'
import type { Row } from '../spec/record.ts'
import { listTexts } from '../spec/texts.ts'
import { WithinReach } from '../ui/within-reach.ts'
import styles from './table.module.css'
import type { RowHandlers } from './use-row-handlers.ts'

interface TableRowProps {
  readonly row: Row
  readonly columns: readonly Column[]
  readonly title: string
  readonly titleLeft: number
  readonly selectable: boolean
  readonly selected: boolean
  readonly current: boolean
  /** The row that Tab leads to. */
  readonly tabStop: boolean
  readonly actions: ((row: Row) => ReactNode) | null
  readonly alarmed: Alarmed | undefined
  readonly handlers: RowHandlers
}

/** One record. Drawn anew only when something of it changed. */
export const TableRow = memo(
  ({ row, columns, title, titleLeft, selectable, selected, current, tabStop, actions, alarmed, handlers }: TableRowProps) => {
    const t = useTexts(listTexts)
    const { language } = useLanguage()
    const alarm = useRecordAlarm(alarmed, row.id)
    const openByLink = (event: MouseEvent): void => {
      // With a key held it is the browser's: a new tab or window.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      handlers.open(row)
    }
    return (
      <WithinReach value={tabStop}>
        <tr
          data-id={row.id}
          tabIndex={tabStop ? 0 : -1}
          aria-selected={selectable ? selected : undefined}
          data-current={current}
          data-level={alarm?.level}
          onFocus={() => handlers.focus(row.id)}
          onDoubleClick={(event) => {
            if (!(event.target as HTMLElement).closest('a, button, label, input')) handlers.open(row)
          }}
        >
          {selectable && (
            <td className={styles['select']}>
              <Checkbox
                checked={selected}
                tabIndex={-1}
                aria-label={t('selectRow', { name: title })}
                onChange={({ nativeEvent }) =>
                  handlers.toggle(row, nativeEvent instanceof globalThis.MouseEvent && nativeEvent.shiftKey)
                }
              />
            </td>
          )}
          {columns.map((column, index) =>
            index === 0 ? (
              <td key={column.name} className={styles['title']} style={{ left: titleLeft }} data-align={column.align}>
                <a
                  className={`number ${styles['cell']}`}
                  data-cell={column.name}
                  href={`?id=${row.id}`}
                  tabIndex={-1}
                  title={title}
                  onClick={openByLink}
                >
                  {column.render ? column.render(row) : <Value column={column} row={row} about />}
                </a>
                {row['enable'] === 0 && !columns.some(({ tellsState }) => tellsState) && (
                  <span className={styles['disabled']}>{enabledFlag.name(0, language)}</span>
                )}
              </td>
            ) : (
              <td key={column.name} data-align={column.align}>
                <span className={styles['cell']} data-cell={column.name}>
                  {column.render ? column.render(row) : <Value column={column} row={row} />}
                </span>
              </td>
            ),
          )}
          {actions && <td className={styles['actions']}>{actions(row)}</td>}
        </tr>
      </WithinReach>
    )
  },
)

interface ValueProps {
  readonly column: Column
  readonly row: Row
  /** The record is called by it. */
  readonly about?: boolean
}

const Value = ({ column, row, about = false }: ValueProps): ReactNode => {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const { field, name } = column
  const value = row[name]
  if (!field) return <TextCell text={textText(value)} />
  return kindOf(field).cell(value, { name, field, record: row, t, language, about })
}
