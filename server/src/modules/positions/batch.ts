import type { Outcome } from './incoming.ts'
import type { Trx } from '../../kernel/kernel.ts'
import type { NumberedEvent } from '../../kernel/event-stream.ts'
import { type Located } from './admission.ts'
import { accept, createJudged, judge, keyOf, latestOf, type BatchDeps, type Judged } from './judge-reports.ts'
import { lateIntents } from './judge-late.ts'
import { isNewer, type PositionRow } from './fix.ts'
import { lateAfter } from './rules.ts'
import { copyOfRow, stateRowsOf, type DeviceState, type StagedState } from './state.ts'

/** What a batch came to once it was committed. */
export interface Committed {
  /** For each call of `take`, one outcome for each of its reports, in their order. */
  readonly outcomes: Outcome[][]
  /** Of the devices that reported. */
  readonly states: ReadonlyMap<number, StagedState>
  /** Devices whose latest state is written already. */
  readonly written: ReadonlySet<number>
  readonly events: readonly NumberedEvent[]
}

/** Reports that are judged against the latest states, on their way into one transaction. */
export interface Batch {
  /** `recv` in ms since 1970. */
  readonly take: (reports: readonly Located[], recv: number) => void
  /** Reports taken. */
  readonly size: () => number
  /** It raises something, or may once it is known what of it is new: it does not wait for company. */
  readonly isUrgent: () => boolean
  /** Writes all of it or, when it throws, nothing. */
  readonly commit: () => Promise<Committed>
}

/** Stores both, and judges what of the doubtful was new. */
const insert = async (judged: Judged, trx: Trx): Promise<void> => {
  const { certain, doubtful, deps } = judged
  if (doubtful.length === 0) return deps.store.insert(trx, certain, lateAfter)
  const rows = doubtful.map(({ row }) => row)
  const fresh = await deps.store.insertNew(
    trx,
    [...certain, ...rows],
    lateAfter,
    rows.map(({ deviceId }) => deviceId),
  )
  const again: typeof doubtful = []
  for (const one of doubtful) {
    const { row, device, report, outcomes, index } = one
    const latest = latestOf(judged, device.id)
    if (fresh.has(keyOf(device.id, report.time, report.kind))) accept(judged, device, row)
    else if (latest && isNewer(row, latest.row)) again.push(one)
    else outcomes[index] = 'duplicate'
  }
  if (again.length > 0) await insertBeside(judged, trx, again)
}

/** Milliseconds beside the time that a report tells, within its second: seldom those of another one that tells the same. */
const besideOf = ({ recvTime }: PositionRow): number => 1 + (recvTime % 999)

/** What a clock says that was ahead and is right now may have been said before, of another place: it is kept a moment beside that. */
const insertBeside = async (judged: Judged, trx: Trx, again: Judged['doubtful']): Promise<void> => {
  const { store } = judged.deps
  const others = await store.saidAhead(
    trx,
    again.map(({ row }) => row),
  )
  for (const { row, device, report, outcomes, index } of again) {
    if (!others.has(row)) {
      outcomes[index] = 'duplicate'
      continue
    }
    const time = report.time + besideOf(row)
    const beside = { ...copyOfRow(row), fixTime: time }
    const stored = await store.insertNew(trx, [beside], lateAfter, [device.id])
    // Nobody is where no position says so.
    if (stored.has(keyOf(device.id, time, report.kind))) accept(judged, device, beside)
    else outcomes[index] = 'duplicate'
  }
}

const write = async (judged: Judged): Promise<NumberedEvent[]> => {
  const { certain, doubtful, ancient, intents, changed, heard, deps } = judged
  const { kernel, store } = deps
  if (certain.length + doubtful.length + ancient.length === 0) return []
  // Most batches only say that everybody walked on: one statement, which is a transaction by itself.
  if (doubtful.length + ancient.length + intents.length + changed.size + heard.size + judged.late.size === 0) {
    await store.insert(kernel.ingest.sql, certain, lateAfter)
    return []
  }
  return kernel.ingest.transaction(async (trx) => {
    await insert(judged, trx)
    await store.insert(trx, ancient, lateAfter)
    if (judged.late.size > 0) intents.push(...(await lateIntents(deps, trx, judged.late)))
    await store.upsertStates(
      trx,
      stateRowsOf(changed, (id) => latestOf(judged, id)),
    )
    if (heard.size > 0) await deps.noteHeard(trx, [...heard.values()])
    return intents.length > 0 ? deps.applyAlarms(trx, intents) : []
  })
}

/** A batch on top of `states`, which must not change before it is committed or dropped. */
export const createBatch = (deps: BatchDeps, states: ReadonlyMap<number, DeviceState>): Batch => {
  const judged = createJudged(deps, states)
  const { intents, doubtful } = judged
  const outcomes: Outcome[][] = []
  let size = 0
  return {
    take: (reports, recv) => {
      const results = new Array<Outcome>(reports.length)
      reports.forEach((report, index) => {
        results[index] = judge(judged, report, recv, results, index)
      })
      outcomes.push(results)
      size += reports.length
    },
    size: () => size,
    isUrgent: () => intents.length + doubtful.length > 0,
    commit: async () => {
      const events = await write(judged)
      return { outcomes, states: judged.staged, written: judged.changed, events }
    },
  }
}
