import { Checkbox } from 'antd'
import type { CSSProperties, RefObject } from 'react'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/texts.ts'
import type { Column } from '../spec/columns.ts'
import type { Row } from '../spec/record.ts'
import { listTexts } from '../spec/texts.ts'
import { ColumnEdge } from './column-edge.tsx'
import styles from './table.module.css'

interface TableHeadProps {
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
  readonly selectable: boolean
  readonly selected: ReadonlySet<string>
  readonly onSelect: (rows: readonly Row[], on: boolean) => void
  /** Pixels before the column that stays. */
  readonly titleLeft: number
  readonly sort: string | null
  readonly onSort: (sort: string | null) => void
  readonly widths: ReadonlyMap<string, number>
  /** Null: as wide as it would like. */
  readonly onWidth: (name: string, width: number | null) => void
  readonly withActions: boolean
  readonly table: RefObject<HTMLTableElement | null>
}

/** The headings, and before them the box that selects the page. */
export const TableHead = (props: TableHeadProps) => {
  const { columns, rows, selectable, selected, onSelect, titleLeft, sort, onSort, widths, onWidth, withActions, table } = props
  const t = useTexts(listTexts)
  const selectedHere = rows.filter(({ id }) => selected.has(id)).length
  return (
    <thead>
      <tr>
        {selectable && (
          <th className={styles['select']} scope="col">
            <Checkbox
              checked={rows.length > 0 && selectedHere === rows.length}
              indeterminate={selectedHere > 0 && selectedHere < rows.length}
              disabled={rows.length === 0}
              aria-label={t('selectPage')}
              onChange={({ target }) => onSelect(rows, target.checked)}
            />
          </th>
        )}
        {columns.map((column, index) => (
          <HeadCell
            key={column.name}
            column={column}
            className={index === 0 ? styles['title'] : undefined}
            style={index === 0 ? { left: titleLeft } : undefined}
            sort={sort}
            onSort={onSort}
            width={widths.get(column.name) ?? column.width}
            onWidth={(width) => onWidth(column.name, width)}
            table={table}
          />
        ))}
        {withActions && <th className={styles['actions']} scope="col" aria-label={t('actions')} />}
      </tr>
    </thead>
  )
}

interface HeadCellProps extends Pick<TableHeadProps, 'sort' | 'onSort' | 'table'> {
  readonly column: Column
  readonly className: string | undefined
  readonly style: CSSProperties | undefined
  readonly width: number
  readonly onWidth: (width: number | null) => void
}

/** The heading of a column: a click sorts. */
const HeadCell = ({ column, className, style, sort, onSort, width, onWidth, table }: HeadCellProps) => {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const { name, align } = column
  const label = column.label[language]
  const by = column.sort
  const direction = by === null ? null : sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : 'none'
  const next = (): string | null => (direction === 'none' ? by : direction === 'ascending' ? `-${by}` : null)
  return (
    <th
      scope="col"
      className={className}
      style={style}
      data-align={align}
      {...(direction === null ? {} : { 'aria-sort': direction })}
    >
      {direction === null ? (
        <span className={styles['heading']} title={label}>
          {label}
        </span>
      ) : (
        <button
          type="button"
          className={styles['heading']}
          data-sort={direction}
          title={t('sortBy', { name: label })}
          onClick={() => onSort(next())}
        >
          <span className="ellipsis">{label}</span>
          <svg aria-hidden="true" width="9" height="14" viewBox="0 0 9 14" className={styles['carets']}>
            <path d="M1.5 5L4.5 2l3 3" />
            <path d="M1.5 9l3 3 3-3" />
          </svg>
        </button>
      )}
      <ColumnEdge name={name} label={label} width={width} onWidth={onWidth} table={table} />
    </th>
  )
}
