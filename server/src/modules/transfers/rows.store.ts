import { sql } from 'kysely'
import type { Transfer } from '@vigil/contract/transfers/entities.ts'
import type { Kernel } from '../../kernel/kernel.ts'

/** Transfers as their rows have them. */

export interface TransferRow {
  id: string
  kind: Transfer['kind']
  noun: string
  state: Transfer['state']
  file_name: string
  person_id: string
  user_name: string
  started_at: Date
  finished_at: Date | null
  detail: Detail
}

type Detail = Omit<Transfer, 'id' | 'kind' | 'noun' | 'state' | 'fileName' | 'userName' | 'startedAt' | 'finishedAt'>

export const detailOf = ({
  total,
  done,
  created,
  updated,
  skipped,
  wrong,
  reason,
  problems,
  fileId,
  reportId,
  columns,
  sample,
}: Transfer): Detail => ({
  total,
  done,
  created,
  updated,
  skipped,
  wrong,
  reason,
  problems,
  fileId,
  reportId,
  columns,
  sample,
})

export const columns = sql`id, kind, noun, state, file_name, person_id, user_name, started_at, finished_at, detail`

export const transferOf = (clock: Kernel['clock'], row: TransferRow): Transfer => ({
  id: row.id,
  kind: row.kind,
  noun: row.noun,
  state: row.state,
  fileName: row.file_name,
  userName: row.user_name,
  startedAt: clock.toWire(row.started_at),
  finishedAt: clock.toWireOrNull(row.finished_at),
  ...row.detail,
})
