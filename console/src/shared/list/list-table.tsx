import { useMemo } from 'react'
import { useLanguage } from '../i18n/language.ts'
import { isNarrowed } from '../routes/list-address.ts'
import type { Row } from '../spec/record.ts'
import { titleOf } from '../spec/spec.ts'
import { PagingBar } from '../table/paging-bar.tsx'
import { RecordTable } from '../table/record-table.tsx'
import { ListEmpty } from './list-empty.tsx'
import type { RecordListState } from './use-record-list.ts'
import { useRowActions } from './use-row-actions.tsx'

interface ListTableProps {
  readonly list: RecordListState
  readonly selectable: boolean
  /** A row is chosen instead of opened. */
  readonly onChoose: ((record: Row) => void) | undefined
  readonly chosen: string | null
}

const noRows: readonly Row[] = []

/** The rows of the present page and its number, or why there are none. */
export const ListTable = ({ list, selectable, onChoose, chosen }: ListTableProps) => {
  const { spec, state, change, records, rights, columns, transfers, selection, openKey, open } = list
  const { language } = useLanguage()
  const { rows, total, error } = records
  const actions = useRowActions({
    spec,
    rights,
    context: list.context,
    chooses: onChoose !== undefined,
    onDelete: list.setDeleting,
  })
  const selected = useMemo(() => new Set(selection.selected.keys()), [selection.selected])
  const clear = (): void => {
    const names = list.names.map((name): [string, null] => [name, null])
    change({ keyword: '', deptId: null, filters: Object.fromEntries(names) })
  }
  return (
    <>
      <RecordTable
        label={spec.noun.words[language]}
        columns={columns.shown}
        rows={rows ?? (error ? noRows : undefined)}
        stale={records.stale}
        titleOf={(row) => titleOf(spec, row)}
        selectable={selectable}
        selected={selected}
        onSelect={selection.select}
        current={onChoose ? chosen : openKey}
        onOpen={(row) => (onChoose ? onChoose(row) : open(row.id))}
        sort={records.sort}
        onSort={(sort) => change({ sort })}
        widths={columns.settings.widths}
        onWidth={columns.setWidth}
        density={columns.settings.density}
        actions={actions}
        alarmed={spec.options.alarmed}
        onRoom={columns.setRoom}
        body={list.body}
        empty={
          <ListEmpty
            spec={spec}
            narrowed={isNarrowed(state)}
            error={rows ? null : error}
            fetching={records.fetching}
            onRetry={records.refetch}
            onClear={clear}
            onNew={list.onNew}
            onImport={transfers.onImport}
          />
        }
      />
      <PagingBar
        total={total}
        page={state.page}
        size={state.size}
        onChange={(page, size) => change(size === state.size ? { page } : { size })}
      />
    </>
  )
}
