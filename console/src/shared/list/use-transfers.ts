import { fieldsBehind, type Column } from '../spec/columns.ts'
import type { ListSpec } from '../spec/spec.ts'
import type { ListRights } from './list-rights.ts'
import { useTransfer, type TransferRequest } from './transfer-hooks.ts'
import type { FixedFilter } from './use-records.ts'

interface Listed {
  readonly columns: readonly Column[]
  /** The list call's body, in its order. */
  readonly filter: FixedFilter
  readonly total: number | null
}

/** Import and export of a list; null where there is none. */
export const useTransfers = (
  { noun, list, options }: ListSpec,
  { mayCreate }: ListRights,
  { columns, filter, total }: Listed,
) => {
  const { onImport, onExport } = useTransfer()
  const request = (selectedIds: readonly string[]): TransferRequest => ({
    noun: noun.name,
    list,
    filter,
    columns: fieldsBehind(
      noun,
      columns.flatMap(({ name, with: others }) => [name, ...others]),
    ),
    selectedIds,
    total: selectedIds.length > 0 ? selectedIds.length : (total ?? 0),
  })
  const imports = mayCreate && noun.imports !== false && options.importable !== false ? onImport : null
  const exports = options.exportable === false ? null : onExport
  return {
    onImport: imports && (() => imports(request([]))),
    /** Of these, or of all that the filter finds. */
    onExport: exports && ((selectedIds: readonly string[] = []) => exports(request(selectedIds))),
  }
}
