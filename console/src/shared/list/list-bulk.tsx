import { useState, type ReactNode } from 'react'
import { BulkBar } from '../bulk/bulk-bar.tsx'
import { BulkDialog } from '../bulk/bulk-dialog.tsx'
import type { BulkAction } from '../spec/definitions.ts'
import type { RecordListState } from './use-record-list.ts'

interface ListBulkProps {
  readonly list: RecordListState
  readonly actions: readonly BulkAction[]
  /** What stands there while nothing is selected. */
  readonly children: ReactNode
}

/** What is done with the rows that are selected, in place of what is done with the list: no row moves. */
export const ListBulk = ({ list, actions, children }: ListBulkProps) => {
  const { spec, records, transfers, selection } = list
  const { selected, replace } = selection
  const { onExport } = transfers
  const [bulk, setBulk] = useState<BulkAction | null>(null)
  const here = records.rows?.filter(({ id }) => selected.has(id)).length ?? 0
  return (
    <>
      {selected.size === 0 ? (
        children
      ) : (
        <BulkBar
          count={selected.size}
          elsewhere={selected.size - here}
          actions={actions}
          onAction={setBulk}
          onExport={onExport && (() => onExport([...selected.keys()]))}
          onClear={() => replace([])}
        />
      )}
      {bulk && (
        <BulkDialog spec={spec} action={bulk} rows={[...selected.values()]} onOver={replace} onClose={() => setBulk(null)} />
      )}
    </>
  )
}
