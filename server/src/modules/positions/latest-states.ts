import type { PipelineContext } from './pipeline.context.ts'
import { createState, stateRowsOf, takeOverNewer, type DeviceState, type Latest, type Writable } from './state.ts'

/** Where devices are, as other servers tell it too, and how it is written beside the reports. */

/** So many latest states are written so often, in milliseconds, beside the transactions of reports; see `docs/decisions`. */
const slice = { states: 200, every: 1_000 } as const

const stateIn =
  ({ states }: PipelineContext) =>
  (id: number): DeviceState | undefined =>
    states.get(id)

const leaveNow = ({ gone, states, unwritten }: PipelineContext): void => {
  for (const { ids, left } of gone.splice(0)) {
    for (const id of ids) {
      const state: Writable<DeviceState> | undefined = states.get(id)
      if (!state || state.standings === null) continue
      state.standings = null
      unwritten.add(id)
    }
    left()
  }
}

/** Between two batches: what one was judged against does not change under it. */
export const learnNow = (context: PipelineContext): void => {
  const { deps, learned, states } = context
  leaveNow(context)
  const list = learned.splice(0)
  for (const latest of list) {
    const { deviceId } = latest.row
    const state = states.get(deviceId)
    if (state) takeOverNewer(state, latest)
    else states.set(deviceId, createState(latest))
  }
  deps.onCommitted(list.map(({ row }) => row.deviceId))
}

export const learn = (context: PipelineContext, latest: readonly Latest[]): void => {
  context.learned.push(...latest)
  if (!context.committing && context.open.members.length === 0) learnNow(context)
}

/**
 * Takes devices away from the fences at which they stand: the next that is heard of them is judged as if they came. Resolves once that is
 * so, and everything is stored that was judged before.
 */
export const leaveFences = (context: PipelineContext, ids: readonly number[]): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  context.gone.push({ ids, left: resolve })
  if (!context.committing && context.open.members.length === 0) learnNow(context)
  return promise
}

const writeSlice = (context: PipelineContext): void => {
  const { deps, unwritten } = context
  const due = [...unwritten].slice(0, slice.states)
  // A device that reports meanwhile comes in again.
  for (const id of due) unwritten.delete(id)
  const written = deps.store.checkpointStates(stateRowsOf(due, stateIn(context))).catch((error: unknown) => {
    deps.kernel.log.warn({ err: error }, 'latest states could not be written, they stay for later')
    for (const id of due) unwritten.add(id)
  })
  context.slicing = written.then(() => {
    context.slicing = null
    context.sliceTimer = unwritten.size > 0 && !context.finishing ? setTimeout(writeSlice, slice.every, context) : null
  })
}

/** Unless a slice is to be written already. */
export const writeSliceSoon = (context: PipelineContext): void => {
  context.sliceTimer ??= setTimeout(writeSlice, slice.every, context)
}

/** At the end; when it throws, what is unwritten stays so. */
export const writeAll = async (context: PipelineContext): Promise<void> => {
  const { deps, unwritten } = context
  await deps.store.upsertStates(deps.kernel.db.sql, stateRowsOf(unwritten, stateIn(context)))
  unwritten.clear()
}
