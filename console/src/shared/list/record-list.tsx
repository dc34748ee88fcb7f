import { useMemo, type ReactNode } from 'react'
import { bulkActionsOf } from '../bulk/bulk-actions.ts'
import { DeleteQuestion } from '../form/delete-question.tsx'
import { useLanguage } from '../i18n/language.ts'
import { SearchBar } from '../search/search-bar.tsx'
import { ToldFilters } from '../search/told-filters.tsx'
import type { Draft, Row } from '../spec/record.ts'
import type { ListSpec } from '../spec/spec.ts'
import { ColumnMenu } from '../table/column-menu.tsx'
import { Card } from '../ui/panel.tsx'
import { narrowBelow, useBelow } from '../ui/use-media.ts'
import { ListBulk } from './list-bulk.tsx'
import { ListDrawer } from './list-drawer.tsx'
import { ListTable } from './list-table.tsx'
import styles from './list.module.css'
import { Toolbar } from './toolbar.tsx'
import { useRecordList } from './use-record-list.ts'
import type { FixedFilter } from './use-records.ts'

export interface RecordListProps {
  readonly spec: ListSpec
  /** Tells several lists of one screen apart in the address: `items` keeps `items.page`. */
  readonly prefix?: string
  /** What always narrows this list, e.g. the items of one dictionary. Keep it stable (`useMemo`). */
  readonly fixed?: FixedFilter
  /** What new records begin with, e.g. that dictionary. */
  readonly presets?: Draft
  /** A row is chosen instead of opened; it is opened by its action. */
  readonly onChoose?: (record: Row) => void
  /** The row that was chosen. */
  readonly chosen?: string | null
  /** The control of the department, where its panel has no room. */
  readonly department?: ((id: string) => ReactNode) | null
}

const nothingFixed: FixedFilter = {}

/** A list with its search, its toolbar, its pages and its drawer, in a card. */
export const RecordList = (props: RecordListProps) => {
  const { spec, prefix = '', fixed = nothingFixed, onChoose, chosen = null, department = null } = props
  const { noun, options } = spec
  const { language } = useLanguage()
  const list = useRecordList(spec, prefix, fixed)
  const { records, rights, columns, transfers, selection, openKey, open, context } = list
  const { onImport, onExport } = transfers
  const { mayAct } = rights
  const bulkActions = useMemo(() => (mayAct ? bulkActionsOf(spec) : []), [spec, mayAct])
  const selectable = options.bulk !== false && (bulkActions.length > 0 || onExport !== null)
  const { above: Above, summary: Summary, notices: Notices, tools: Tools, right: Right } = options
  const narrow = useBelow(narrowBelow)
  return (
    <>
      <Card className={styles['list']} label={noun.words[language]}>
        <SearchBar
          noun={noun}
          filters={list.filters}
          state={list.state}
          onChange={list.change}
          onSearch={records.refetch}
          narrow={columns.narrow}
          department={department}
        />
        <ToldFilters filters={list.filters} values={list.state.filters} rows={context.rows} onChange={list.change} />
        {Above && <Above {...context} />}
        <ListBulk list={list} actions={bulkActions}>
          <Toolbar
            onNew={list.onNew}
            onImport={onImport}
            onExport={onExport && (() => onExport())}
            total={records.total}
            tools={Tools && <Tools {...context} />}
            summary={Summary && <Summary {...context} />}
            notices={Notices && <Notices {...context} />}
            columns={<ColumnMenu columns={columns.all} settings={columns.settings} onChange={columns.change} />}
            updatedAt={records.updatedAt}
            error={records.error}
            fetching={records.fetching}
            onRefresh={records.refetch}
          />
        </ListBulk>
        <ListTable list={list} selectable={selectable} onChoose={onChoose} chosen={chosen} />
      </Card>
      {Right && !narrow && (
        <aside className={styles['right']}>
          <Right {...context} />
        </aside>
      )}
      <ListDrawer list={list} presets={props.presets} />
      <DeleteQuestion
        spec={spec}
        record={list.deleting}
        onClose={() => list.setDeleting(null)}
        onDeleted={(record) => {
          list.setDeleting(null)
          selection.select([record], false)
          if (record.id === openKey) open(null)
        }}
      />
    </>
  )
}
