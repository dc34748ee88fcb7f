import type { Outcome } from './incoming.ts'
import { ConnectionLost, isRaced } from '../../kernel/database-trouble.ts'
import { NotReady } from '../../kernel/refusal.ts'
import { begin, type Open, type Pending, type PipelineContext } from './pipeline.context.ts'
import { copyOfRow, createState, takeOver, type Latest } from './state.ts'
import { answer, fail, keyOf } from './unanswered.ts'

/** What becomes of one transaction: it is told to whom it concerns, or its members go apart. */

const latestOf = ({ row, recvTime, furthest, standings }: Latest): Latest => ({
  row: copyOfRow(row),
  recvTime,
  furthest,
  standings,
})

export const add = ({ batch, members }: Open, pending: Pending): void => {
  members.push(pending)
  batch.take(pending.reports, pending.recv)
}

const commit = async (context: PipelineContext, { batch, members }: Open): Promise<void> => {
  const { deps, states, unwritten } = context
  const { kernel } = deps
  const { outcomes, states: newest, written, events } = await batch.commit()
  for (const [id, staged] of newest) {
    const state = states.get(id) ?? createState(staged)
    states.set(id, state)
    takeOver(state, staged)
    if (written.has(id)) unwritten.delete(id)
    else unwritten.add(id)
  }
  kernel.live.publish(events)
  deps.onCommitted(newest.keys())
  deps.tellMoved(() => Array.from(newest.values(), latestOf))
  members.forEach((pending, index) => answer(context, pending, outcomes[index] as Outcome[]))
}

const doubt = ({ doubtful }: PipelineContext, members: readonly Pending[], ended: Promise<void>): void => {
  const keys = members.flatMap(({ reports }) => reports.map(keyOf))
  for (const key of keys) doubtful.add(key)
  void ended.then(() => {
    for (const key of keys) doubtful.delete(key)
  })
}

const commitEachAlone = async (context: PipelineContext, members: readonly Pending[]): Promise<number> => {
  let stored = 0
  for (const pending of members) {
    const alone = begin(context)
    add(alone, pending)
    stored += await commitOrSplit(context, alone)
  }
  return stored
}

/** Once more as they are: what they were in the way of is over by then. */
const commitAgain = (context: PipelineContext, members: readonly Pending[]): Promise<number> => {
  const again = begin(context)
  for (const pending of members) add(again, pending)
  return commitOrSplit(context, again, true)
}

/**
 * What breaks one sender's reports must not cost the others: on a fault that is not the database's absence each goes alone; all of
 * them once more before that, where another transaction was in their way. How many reports were stored.
 */
export const commitOrSplit = async (context: PipelineContext, taken: Open, isAgain = false): Promise<number> => {
  const { members } = taken
  try {
    await commit(context, taken)
    return taken.batch.size()
  } catch (error) {
    if (isRaced(error) && !isAgain) return commitAgain(context, members)
    if (members.length > 1 && !(error instanceof NotReady)) return commitEachAlone(context, members)
    context.deps.kernel.log.warn({ err: error }, 'a batch of reports could not be stored')
    if (error instanceof NotReady && error.cause instanceof ConnectionLost) doubt(context, members, error.cause.ended)
    for (const pending of members) fail(context, pending, error)
    return 0
  }
}
