import type { Outcome } from './incoming.ts'
import { NotReady } from '../../kernel/refusal.ts'
import type { Located } from './admission.ts'
import { laneLimit, type Lane, type Pending, type PipelineContext } from './pipeline.context.ts'
import { answerWithin } from './rules.ts'

/** Who waits for an answer, and learns in time that he has to come again. */

/** One report, as a transaction that is not over may hold it. */
export const keyOf = ({ deviceType, deviceId, time, kind }: Located): string => `${deviceType}:${deviceId}:${time}:${kind}`

export const answer = ({ unanswered }: PipelineContext, pending: Pending, outcomes: Outcome[]): void => {
  unanswered.delete(pending)
  pending.resolve(outcomes)
}

export const fail = ({ unanswered }: PipelineContext, pending: Pending, error: unknown): void => {
  unanswered.delete(pending)
  pending.over = true
  pending.reject(error)
}

/** Whatever holds a transaction up, a device learns in time that it has to come again. */
const failOverdue = (context: PipelineContext): void => {
  const { deps, unanswered } = context
  const oldest = deps.kernel.clock.now() - answerWithin
  for (const pending of unanswered) {
    if (pending.recv > oldest) break
    fail(context, pending, new NotReady('the database takes too long'))
  }
  context.answerTimer = unanswered.size > 0 ? setTimeout(failOverdue, 250, context).unref() : null
}

/** Puts reports at the end of a lane; rejects at once where they could not be stored. */
export const enqueue = (context: PipelineContext, lane: Lane, reports: readonly Located[], recv: number): Promise<Outcome[]> => {
  const { deps, doubtful, unanswered } = context
  if (!deps.kernel.disk.takesPositions()) return Promise.reject(new NotReady('the disk is nearly full'))
  if (lane.waiting + reports.length > laneLimit) return Promise.reject(new NotReady('too many reports are waiting'))
  if (doubtful.size > 0 && reports.some((report) => doubtful.has(keyOf(report))))
    return Promise.reject(new NotReady('the transaction of these reports is not over'))
  const { promise, resolve, reject } = Promise.withResolvers<Outcome[]>()
  const pending: Pending = { reports, recv, resolve, reject, over: false }
  unanswered.add(pending)
  lane.queue.push(pending)
  lane.waiting += reports.length
  context.answerTimer ??= setTimeout(failOverdue, answerWithin, context).unref()
  return promise
}
