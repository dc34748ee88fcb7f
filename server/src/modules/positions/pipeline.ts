import type { Incoming, Outcome } from './incoming.ts'
import { leaveFences, learn, writeAll } from './latest-states.ts'
import { backlogAhead, createPipelineContext, laneLimit, type PipelineContext, type PipelineDeps } from './pipeline.context.ts'
import { isPlainlyLive, sort } from './sort-reports.ts'
import type { DeviceState, Latest } from './state.ts'
import { settle } from './turns.ts'
import { enqueue } from './unanswered.ts'

/**
 * Reports in, in three lanes; out only once they are committed. Calls for help have a lane of their own that waits for
 * nothing; what is live takes turns with a backlog, slice by slice.
 */
export interface Pipeline {
  /** One outcome for each report, in their order; rejects with `NotReady` when they are not all stored. */
  readonly report: (reports: readonly Incoming[]) => Promise<Outcome[]>
  /** Whether sockets may send more of a backlog. */
  readonly hasRoom: () => boolean
  readonly states: ReadonlyMap<number, DeviceState>
  /** Takes up how devices stand that this server has not heard itself; what it knows better it keeps. */
  readonly learn: (latest: readonly Latest[]) => void
  /** What is heard of devices next is judged as if they came: they stand at no fence. Once what was judged before is stored. */
  readonly leaveFences: (ids: readonly number[]) => Promise<void>
  /** Waits until nothing is under way, and writes the latest states. */
  readonly finish: () => Promise<void>
  readonly waiting: () => number
}

const report = (context: PipelineContext, reports: readonly Incoming[]): Promise<Outcome[]> => {
  if (reports.length === 0) return Promise.resolve([])
  const recv = context.deps.kernel.clock.now()
  if (!reports.every((one) => isPlainlyLive(one, recv))) return sort(context, reports, recv)
  const answered = enqueue(context, context.live, reports, recv)
  settle(context)
  return answered
}

const hasRoom = ({ deps, storedLately, drops }: PipelineContext): boolean => {
  const since = deps.kernel.clock.now() - backlogAhead.measuredOver * 1_000
  const stored = storedLately.reduce((sum, { at, reports }) => (at > since ? sum + reports : sum), 0)
  const storable = (stored * backlogAhead.seconds) / backlogAhead.measuredOver
  return drops.waiting < Math.min(laneLimit / 2, Math.max(backlogAhead.atLeast, storable))
}

const finish = async (context: PipelineContext): Promise<void> => {
  context.finishing = true
  for (settle(context); context.committing; ) await context.committing
  await context.deps.help.finish()
  if (context.rest) clearTimeout(context.rest)
  if (context.sliceTimer) clearTimeout(context.sliceTimer)
  if (context.answerTimer) clearTimeout(context.answerTimer)
  await context.slicing
  await writeAll(context)
  context.finishing = false
}

export const createPipeline = (deps: PipelineDeps): Pipeline => {
  const context = createPipelineContext(deps)
  const { states, live, posts, drops } = context
  return {
    report: (reports) => report(context, reports),
    hasRoom: () => hasRoom(context),
    states,
    learn: (latest) => learn(context, latest),
    leaveFences: (ids) => leaveFences(context, ids),
    finish: () => finish(context),
    waiting: () => live.waiting + posts.waiting + drops.waiting + context.open.batch.size(),
  }
}
