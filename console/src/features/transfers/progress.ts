import type { Transfer } from '@vigil/contract/transfers/entities.ts'
import { fileAddress } from '../../shared/pick/upload.ts'
import type { Task } from '../../shared/tasks/tasks.ts'
import type { TransferTranslate } from './texts.ts'

/** It has not come to its end. */
export const isRunning = ({ state }: Pick<Transfer, 'state'>): boolean => state === 'waiting' || state === 'running'

const number = (value: number): string => value.toLocaleString('en-US')

/** 0 to 1; null while nobody can tell. */
export const progressOf = ({ state, done, total }: Pick<Transfer, 'state' | 'done' | 'total'>): number | null => {
  if (state === 'done') return 1
  if (state === 'waiting' || total === null || total === 0) return null
  return Math.min(1, done / total)
}

/** One line about how far it is, or what came of it. */
export const detailOf = (transfer: Transfer, t: TransferTranslate): string => {
  const { kind, state, done, total, reason, created, updated, skipped, wrong } = transfer
  const counts = t('counts', {
    created: number(created),
    updated: number(updated),
    skipped: number(skipped),
    wrong: number(wrong),
  })
  switch (state) {
    case 'waiting':
      return t('waiting')
    case 'running':
      return total === null ? t('reading') : t('rowsDone', { done: number(done), total: number(total) })
    case 'failed':
      return reason
    case 'cancelled':
      return kind === 'import' ? counts : t('rows', { n: number(done) })
    case 'done':
      return kind === 'export' ? t('rows', { n: number(done) }) : counts
  }
}

/** As the tray shows it. */
export const taskOf = (
  transfer: Transfer,
  what: string,
  t: TransferTranslate,
): Pick<Task, 'title' | 'state' | 'progress' | 'detail' | 'result'> => {
  const { kind, state, fileId, reportId } = transfer
  const result = kind === 'export' ? fileId : reportId
  return {
    title: t(kind === 'export' ? 'exportOf' : kind === 'import' ? 'importOf' : 'previewOf', { what }),
    state: state === 'waiting' ? 'running' : state,
    progress: progressOf(transfer),
    detail: detailOf(transfer, t),
    result: result === null ? undefined : fileAddress(result),
  }
}
