import { create } from 'zustand'
import type { Call } from '@vigil/contract/kernel/call.ts'

/** Which records of which list, for an export or an import. */
export interface TransferRequest {
  /** Name of the noun: `loraGateway`. */
  readonly noun: string
  /** The call that lists them. */
  readonly list: Call
  /** The body of that call for exactly this filter, with its order and without paging. */
  readonly filter: Readonly<Record<string, unknown>>
  /** Names of the fields behind the columns that are shown, in their order. */
  readonly columns: readonly string[]
  /** Only these; empty for all that the filter finds. */
  readonly selectedIds: readonly string[]
  /** How many records that are. */
  readonly total: number
}

interface Transfer {
  /** Null: there is no import, and no button for it. */
  readonly onImport: ((request: TransferRequest) => void) | null
  readonly onExport: ((request: TransferRequest) => void) | null
}

/** What import and export buttons of every list do. */
export const useTransfer = create<Transfer>(() => ({ onImport: null, onExport: null }))

/** Whoever carries out imports and exports says so once, at start. */
export const provideTransfer = (transfer: Partial<Transfer>): void => useTransfer.setState(transfer)
