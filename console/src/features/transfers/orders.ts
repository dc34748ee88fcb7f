import { create } from 'zustand'
import type { TransferRequest } from '../../shared/list/transfer-hooks.ts'

/** What an export needs to know; `total` is null where nobody counted. */
export type ExportOrder = Omit<TransferRequest, 'list' | 'total'> & { readonly total: number | null }

interface Orders {
  /** Name of the noun whose import dialog is open. */
  readonly importing: string | null
  /** What the export dialog asks about. */
  readonly exporting: ExportOrder | null
}
/** Which dialog is open, whoever asked for it. */
export const useOrders = create<Orders>(() => ({ importing: null, exporting: null }))

export const openImport = (noun: string): void => useOrders.setState({ importing: noun })
export const openExport = (request: ExportOrder): void => useOrders.setState({ exporting: request })
