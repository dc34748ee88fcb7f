import { useEffect, useState } from 'react'
import type { ListChange } from '../routes/list-address.ts'
import type { Row } from '../spec/record.ts'

interface StepsOptions {
  readonly rows: readonly Row[] | undefined
  readonly total: number | null
  readonly stale: boolean
  readonly openKey: string | null
  readonly page: number
  readonly size: number
  readonly change: (change: ListChange) => void
}
/** Null: it ends there. */
type Step = (() => void) | null

const noRows: readonly Row[] = []

/** One record after the other through the list, from page to page. */
export const useSteps = ({ rows = noRows, total, stale, openKey, page, size, change }: StepsOptions) => {
  const [wantsEnd, setWantsEnd] = useState<{ readonly end: 'first' | 'last'; readonly page: number } | null>(null)
  useEffect(() => {
    if (stale || wantsEnd?.page !== page) return
    const row = wantsEnd.end === 'first' ? rows[0] : rows.at(-1)
    setWantsEnd(null)
    if (row) change({ open: row.id })
  }, [rows, stale, page, wantsEnd, change])
  const pages = total === null ? 1 : Math.ceil(total / size)
  const at = rows.findIndex(({ id }) => id === openKey)
  const to = (index: number, otherPage: number, end: 'first' | 'last'): Step => {
    if (at < 0 || stale) return null
    const row = rows[index]
    if (row) return () => change({ open: row.id })
    if (otherPage < 1 || otherPage > pages) return null
    return () => {
      setWantsEnd({ end, page: otherPage })
      change({ page: otherPage })
    }
  }
  return { previous: to(at - 1, page - 1, 'last'), next: to(at + 1, page + 1, 'first') }
}

/** Deleting the last records of the last page leads to the one before it. */
export const useLastPage = ({ rows, total, stale, page, size, change }: Omit<StepsOptions, 'openKey'>): void =>
  useEffect(() => {
    if (rows?.length === 0 && total !== null && total > 0 && !stale && page > 1) change({ page: Math.ceil(total / size) })
  }, [rows, total, stale, page, size, change])
