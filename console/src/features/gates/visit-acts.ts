import { visitStatus, type Visit } from '@vigil/contract/gates/visit.ts'

/** Pure: what can be done with a visit as it stands, what is most likely wanted first; and how visits of a day are told apart. */

const { code } = visitStatus
export type VisitAct = 'approve' | 'refuse' | 'acknowledge' | 'enter' | 'leave' | 'returnTag'
type Standing = Pick<Visit, 'status' | 'trainingAck' | 'tagNo' | 'tagBack'>

export const isHere = ({ status }: Pick<Visit, 'status'>): boolean => status === code.inside || status === code.overstayed
export const isComing = ({ status }: Pick<Visit, 'status'>): boolean => status === code.pending || status === code.approved
/** Whether nobody lets him in by it any more; `now` as calls write it. */
export const isPast = ({ status, planOut }: Pick<Visit, 'status' | 'planOut'>, now: string): boolean =>
  isComing({ status }) && planOut !== null && planOut <= now
export const isTagOut = ({ status, tagNo, tagBack }: Standing): boolean => status === code.left && tagNo !== '' && !tagBack

export const actsOf = (visit: Standing): readonly VisitAct[] => {
  const briefs: readonly VisitAct[] = visit.trainingAck === null ? ['acknowledge'] : []
  if (visit.status === code.pending) return ['approve', ...briefs, 'refuse']
  // Who was not briefed is let in by nobody.
  if (visit.status === code.approved) return [...(briefs.length > 0 ? briefs : (['enter'] as const)), 'refuse']
  if (isHere(visit)) return ['leave']
  return isTagOut(visit) ? ['returnTag'] : []
}
