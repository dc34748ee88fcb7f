import { gateCalls } from '@vigil/contract/gates/calls.ts'
import { visitStatus, type Visit } from '@vigil/contract/gates/visit.ts'
import { CallRefused } from '@vigil/contract/kernel/client.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import { client } from '../../shared/api/client.ts'
import { failureText } from '../../shared/api/failure.ts'
import { invalidate } from '../../shared/api/queries.ts'
import { translate } from '../../shared/i18n/texts.ts'
import { gateTexts } from './texts.ts'

type Which = Pick<Visit, 'id' | 'version'>
type Told = 'approved' | 'refusedDone' | 'acknowledged' | 'entered' | 'left' | 'tagReturned'
export interface Step {
  /** The visit as it stands then. */
  readonly ask: (which: Which) => Promise<Visit>
  /** What is said once it is done. */
  readonly told: Told
}

/** What can be done with a visit, as the server is asked for it. */
export const steps = {
  approve: (): Step => ({
    ask: ({ id, version }) => client.ask(gateCalls.approveZdVisitRecord, { id, version, result: visitStatus.code.approved }),
    told: 'approved',
  }),
  refuse: (reason: string): Step => ({
    ask: ({ id, version }) =>
      client.ask(gateCalls.approveZdVisitRecord, { id, version, result: visitStatus.code.refused, reason }),
    told: 'refusedDone',
  }),
  acknowledge: (): Step => ({
    ask: ({ id, version }) => client.ask(gateCalls.ackZdVisitRecord, { id, version }),
    told: 'acknowledged',
  }),
  enter: (tagNo: string, gateId: string | null): Step => ({
    ask: ({ id, version }) =>
      client.ask(gateCalls.enterZdVisitRecord, { id, version, tagNo, ...(gateId === null ? {} : { gateId }) }),
    told: 'entered',
  }),
  leave: (tagBack: boolean, gateId: string | null): Step => ({
    ask: ({ id, version }) =>
      client.ask(gateCalls.leaveZdVisitRecord, { id, version, tagBack, ...(gateId === null ? {} : { gateId }) }),
    told: 'left',
  }),
  returnTag: (): Step => ({
    ask: ({ id, version }) => client.ask(gateCalls.leaveZdVisitRecord, { id, version, tagBack: true }),
    told: 'tagReturned',
  }),
} as const

const shown = [
  gateCalls.listZdVisitRecordByDate,
  gateCalls.getZdVisitRecordByDateCount,
  gateCalls.listVisitorStaNumber,
  gateCalls.listNowInside,
]

/** Does it; the answer is the visit as it stands then, or why it was not done. Either way what is shown is fetched anew. */
export const take = async ({ ask }: Step, which: Which): Promise<Visit | string> => {
  try {
    return await ask(which)
  } catch (error) {
    const isLate = error instanceof CallRefused && error.code === codes.conflict.code
    return isLate ? translate(gateTexts)('changedMeanwhile') : failureText(error)
  } finally {
    invalidate(...shown)
  }
}
