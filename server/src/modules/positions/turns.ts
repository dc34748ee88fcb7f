import { setImmediate } from 'node:timers/promises'
import { add, commitOrSplit } from './commit.ts'
import { learnNow, writeSliceSoon } from './latest-states.ts'
import {
  backlogAhead,
  backlogAtOnce,
  begin,
  type Lane,
  type Open,
  type Pending,
  type PipelineContext,
} from './pipeline.context.ts'

/** Whose turn it is: one transaction at a time, what is live and a backlog by turns. */

/**
 * Reports that only say that somebody walked on wait so many milliseconds for company after a transaction: its cost hardly
 * depends on how many it writes. What raises an alarm waits for nobody.
 */
const restAfter = 100
/** Reports that are company enough. */
const enough = 2_000
/**
 * Where senders wait for their answers before they send again, nobody is left to wait for once as many are back as were answered
 * by the largest of so many transactions; a few of them are slow.
 */
const company = { of: 16, share: 0.9 } as const

const take = (lane: Lane, into: Open, atMost: number): void => {
  while (lane.queue.length > 0 && into.batch.size() < atMost) {
    const pending = lane.queue.shift() as Pending
    lane.waiting -= pending.reports.length
    if (!pending.over) add(into, pending)
  }
}

/** Judges what came, and begins a transaction if it is time for one. */
export const settle = (context: PipelineContext): void => {
  if (context.committing) return
  const { live, posts, drops } = context
  const mayBacklog = posts.queue.length + drops.queue.length > 0
  if (mayBacklog && context.liveWasLast && context.open.members.length === 0) {
    context.committing = commitBacklog(context)
    return
  }
  take(live, context.open, enough)
  const { batch, members } = context.open
  const isFull = batch.size() >= enough || members.length >= context.companyFrom
  const due = context.rest === null || context.finishing || mayBacklog || isFull || batch.isUrgent()
  if (members.length > 0 && due) context.committing = commitLive(context)
  else if (mayBacklog && members.length === 0) context.committing = commitBacklog(context)
}

const endRest = (context: PipelineContext): void => {
  context.rest = null
  settle(context)
}

const commitLive = async (context: PipelineContext): Promise<void> => {
  context.liveWasLast = true
  // One that company cut short counts as what it was held against: counted as it is, each would be a little shorter than the last.
  const isCut = context.rest !== null && context.open.members.length >= context.companyFrom
  const counts = isCut ? Math.max(...context.answeredLately, context.open.members.length) : context.open.members.length
  context.answeredLately = [...context.answeredLately.slice(1 - company.of), counts]
  context.companyFrom = Math.max(...context.answeredLately) * company.share
  await commitOrSplit(context, context.open)
  if (context.rest) clearTimeout(context.rest)
  context.rest = setTimeout(endRest, restAfter, context)
  await next(context)
}

const commitBacklog = async (context: PipelineContext): Promise<void> => {
  const { posts, drops } = context
  context.liveWasLast = false
  const taken = begin(context)
  const lane = drops.queue.length === 0 || (posts.queue.length > 0 && !context.postsWereLast) ? posts : drops
  context.postsWereLast = lane === posts
  take(lane, taken, backlogAtOnce)
  const reports = taken.members.length > 0 ? await commitOrSplit(context, taken) : 0
  const at = context.deps.kernel.clock.now()
  if (lane === drops) {
    const since = at - backlogAhead.measuredOver * 1_000
    context.storedLately = [...context.storedLately.filter((one) => one.at > since), { at, reports }]
  }
  await next(context)
}

const next = async (context: PipelineContext): Promise<void> => {
  // Sockets get their turn between two transactions, however much is waiting.
  await setImmediate()
  context.committing = null
  learnNow(context)
  context.open = begin(context)
  writeSliceSoon(context)
  settle(context)
}
