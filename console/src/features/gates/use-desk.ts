import { gateCalls } from '@vigil/contract/gates/calls.ts'
import { visitStatus, type Visit } from '@vigil/contract/gates/visit.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import { useCall } from '../../shared/api/queries.ts'
import { useToday } from '../../shared/time/today.ts'
import { passesFrom } from './desk-times.ts'

const { code } = visitStatus
/** Milliseconds: all of it is told by the live link; this is what it missed. */
const deskEvery = 30_000
const asked = { keepPrevious: true, refetchEvery: deskEvery } as const
const passesShown = 30
const visitsShown = 100
const foundShown = 20

export interface Visits {
  readonly list: readonly Visit[]
  readonly total: number
}
interface Asked {
  /** Undefined: not read yet. */
  readonly visits: Visits | undefined
  readonly error: Error | null
  readonly retry: () => void
  readonly retrying: boolean
}

/** Visits at two statuses as one, by the times that they are planned for. */
const useVisitsAt = (
  first: Visit['status'],
  second: Visit['status'],
  narrowed: { readonly planInTo?: string; readonly planOutFrom?: string; readonly sort: string },
): Asked => {
  const body = { ...narrowed, pageNum: 1, pageSize: visitsShown }
  const one = useCall(gateCalls.listZdVisitRecordByDate, { ...body, status: first }, asked)
  const two = useCall(gateCalls.listZdVisitRecordByDate, { ...body, status: second }, asked)
  const both = one.data && two.data ? [paged(one.data), paged(two.data)] : undefined
  return {
    visits: both && { list: both.flatMap(({ list }) => list), total: both.reduce((sum, { total }) => sum + total, 0) },
    error: one.error ?? two.error,
    retrying: one.isFetching || two.isFetching,
    retry: () => {
      void one.refetch()
      void two.refetch()
    },
  }
}

/** Who is to come today, or came to stay for days and has not come yet. */
export const useExpected = (): Asked => {
  const today = useToday()
  const narrowed = { planInTo: `${today} 23:59:59`, planOutFrom: `${today} 00:00:00`, sort: 'planIn' }
  return useVisitsAt(code.approved, code.pending, narrowed)
}

/** Who is here, those who overstayed first. */
export const useVisitorsInside = (): Asked => useVisitsAt(code.overstayed, code.inside, { sort: 'planOut' })

/** Visits of any day by a plate, a name or whatever else is typed. */
export const useFoundVisits = (keyword: string): Asked => {
  const { data, error, isFetching, refetch } = useCall(
    gateCalls.listZdVisitRecordByDate,
    { keyword, pageNum: 1, pageSize: foundShown },
    { ...asked, enabled: keyword !== '' },
  )
  return { visits: data && paged(data), error, retrying: isFetching, retry: () => void refetch() }
}

export const useLastPasses = () => {
  const today = useToday()
  return useCall(gateCalls.listZdGateAccess, { passTimeFrom: passesFrom(today), pageNum: 1, pageSize: passesShown }, asked)
}
