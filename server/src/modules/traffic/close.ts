import { confirmText, type Alarm } from '@vigil/contract/alarms/entities.ts'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import type { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { speedingRecord } from '@vigil/contract/traffic/speeding-record.ts'
import { trafficStop } from '@vigil/contract/traffic/traffic-stop.ts'
import type { Asked } from '../../kernel/caller.ts'
import { recordEvents } from '../../kernel/events.ts'
import type { Entry } from '../../kernel/journal.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { recordsChanged, type RecordChange } from '../../kernel/record-changes.ts'
import { changedBy } from '../../kernel/records.ts'
import { invalid, Refusal } from '../../kernel/refusal.ts'
import { requireWrite } from '../../kernel/scope.ts'
import type { AlarmService } from '../alarms/index.ts'
import type { CloseStore, StopForm } from './close.store.ts'
import type { SpeedingRecord, TrafficStop } from './rows.store.ts'
import { unaddressed } from './rules.ts'

/** A record that somebody confirmed: a drive that was too fast, or a stop where stopping is forbidden. */
export interface Confirmed {
  readonly kind: 'speedingRecord' | 'trafficStop'
  readonly id: string
  /** Empty where nobody read one. */
  readonly plateNumber: string
  readonly deptId: string | null
  readonly happened: Date
  /** By how many per cent of the limit the highest speed was above it; null of a stop. */
  readonly overPercent: number | null
}
/**
 * What follows from records that are confirmed, in the transaction that closes them: whatever it locks, it locks before it answers; `tell` is
 * called once everything is, and gives the rows of the journal.
 */
export type Follows = (
  trx: Trx,
  confirmed: readonly Confirmed[],
  asked: Asked,
  after: After,
) => Promise<{ readonly tell: () => Promise<readonly Entry[]> }>

export interface CloseContext {
  readonly kernel: Kernel
  readonly store: CloseStore
  readonly alarms: Pick<AlarmService, 'confirmFor'>
  /** Who said that something follows. */
  readonly follows: readonly Follows[]
}
type Form = BodyOf<typeof trafficCalls.saveZdTrafficStop>
type After = (then: () => void | Promise<void>) => void

const what = trafficStop.word

interface Written {
  readonly stop: TrafficStop
  readonly entries: readonly Entry[]
  readonly changes: readonly RecordChange[]
  readonly confirmed: readonly Confirmed[]
}

const stopConfirmed = ({ clock }: Kernel, { id, plateNumber, deptId, startTime, isIllegal }: TrafficStop): Confirmed[] =>
  isIllegal === 1
    ? [
        {
          kind: 'trafficStop',
          id,
          plateNumber,
          deptId,
          happened: startTime === null ? new Date(clock.now()) : clock.fromWire(startTime),
          overPercent: null,
        },
      ]
    : []
const speedingConfirmed = (
  { clock }: Kernel,
  { id, plateNumber, deptId, startTime, maxSpeed, nUpperSpeedLimit }: SpeedingRecord,
): Confirmed => ({
  kind: 'speedingRecord',
  id,
  plateNumber,
  deptId,
  happened: startTime === null ? new Date(clock.now()) : clock.fromWire(startTime),
  overPercent: nUpperSpeedLimit ? ((maxSpeed - nUpperSpeedLimit) * 100) / nUpperSpeedLimit : 0,
})

/** Writes a stop, which is locked, and with it how far its speeding record is handled: that is locked after its stop, whoever does so. */
const write = async ({ kernel, store }: CloseContext, trx: Trx, present: TrafficStop, form: StopForm): Promise<Written> => {
  const { id, deptId, speedingId } = present
  const stop = await store.save(trx, id, form)
  const module = 'traffic'
  const entries: Entry[] = [{ module, action: 'handle', object: trafficStop.name, objectId: id, before: present, after: stop }]
  const changes: RecordChange[] = [{ kind: trafficStop.name, id, deptIds: [deptId] }]
  const closes = form.status === 2 && present.status < 2
  const confirmed = closes ? stopConfirmed(kernel, stop) : []
  if (speedingId !== '' && form.status !== present.status) {
    const speeding = await store.saveSpeeding(trx, speedingId, form)
    entries.push({ module, action: 'handle', object: speedingRecord.name, objectId: speedingId, ...speeding })
    changes.push({ kind: speedingRecord.name, id: speedingId, deptIds: [deptId] })
    if (closes) confirmed.push(speedingConfirmed(kernel, speeding.after))
  }
  return { stop, entries, changes, confirmed }
}

/** All that follows from what was written, locked and yet to be told. */
const follow = async ({ follows }: CloseContext, trx: Trx, written: readonly Written[], asked: Asked, after: After) => {
  const confirmed = written.flatMap((one) => one.confirmed)
  const followed: { readonly tell: () => Promise<readonly Entry[]> }[] = []
  if (confirmed.length > 0) for (const one of follows) followed.push(await one(trx, confirmed, asked, after))
  return async (): Promise<Entry[]> => {
    const entries: Entry[] = []
    for (const { tell: tellOf } of followed) entries.push(...(await tellOf()))
    return entries
  }
}

const tell = async ({ kernel }: CloseContext, trx: Trx, written: readonly Written[], after: After): Promise<void> => {
  const events = await recordEvents(
    trx,
    written.map(({ stop }) => ({
      deptId: stop.deptId,
      event: { name: 'trafficStopChanged', topic: 'traffic' as const, data: unaddressed(stop) },
    })),
  )
  after(() => kernel.live.publish(events))
  after(() =>
    kernel.bus.publish(
      recordsChanged,
      written.flatMap(({ changes }) => changes),
    ),
  )
}

const conflict = async ({ kernel }: CloseContext, trx: Trx, present: TrafficStop, asked: Asked): Promise<Refusal> => {
  const { id, version } = present
  return new Refusal(
    'conflict',
    {},
    { ...present, ...(await changedBy(kernel, trx, { object: trafficStop.name, id, version }, asked)) },
  )
}

/** The form as it is to stand; what it leaves out is as it was. */
const formOf = ({ clock }: Kernel, form: Form, present: TrafficStop, { caller }: Asked): StopForm => {
  const closes = form.status === 2 && present.status < 2
  const stopTime = form.stopTime === undefined ? present.stopTime : form.stopTime
  return {
    status: form.status,
    reason: form.reason ?? present.reason,
    handleNote: form.handleNote || present.handleNote || (closes ? confirmText : ''),
    stopTime: stopTime === null ? null : clock.fromWire(stopTime),
    handled: closes ? { by: caller.cname, at: new Date(clock.now()) } : null,
  }
}
const saysNothing = (form: StopForm, present: TrafficStop, { clock }: Kernel): boolean =>
  form.status === present.status &&
  form.reason === present.reason &&
  form.handleNote === present.handleNote &&
  clock.toWireOrNull(form.stopTime) === present.stopTime

/** Saves a stop. Its alarm is confirmed with it where it is closed: that is locked first, as by whoever confirms the alarm. */
export const saveStop = (context: CloseContext, form: Form, asked: Asked): Promise<TrafficStop> => {
  const { kernel, store, alarms } = context
  return kernel.transaction(async (trx, after) => {
    const found = await store.find(trx, form.id, asked)
    if (!found) throw new Refusal('notFound', { what })
    requireWrite(asked.caller.scope, found.deptId, what)
    const { alarmId } = found
    const alarm = { id: alarmId, handleNote: form.handleNote }
    const ofAlarm = form.status === 2 && alarmId !== '' ? await alarms.confirmFor(trx, alarm, asked, after) : null
    const present = await store.lock(trx, form.id)
    // One that was raised meanwhile cannot be locked after its stop.
    const isAsRead = (form.version ?? present.version) === present.version && present.alarmId === alarmId
    if (!isAsRead) throw await conflict(context, trx, present, asked)
    if (present.status === 2 && form.status !== 2)
      throw invalid('status', trafficStop.fields.status.label, {
        zh: '已关闭，不能重新打开',
        en: 'is closed and cannot be opened again',
      })
    const next = formOf(kernel, form, present, asked)
    if (saysNothing(next, present, kernel)) {
      // Its alarm may have been opened again.
      await kernel.journal.writeAll(trx, asked, (await ofAlarm?.tell()) ?? [])
      return present
    }
    // Nobody writes over words that he has not read.
    if (present.status === 2 && form.version === undefined) throw await conflict(context, trx, present, asked)
    const written = await write(context, trx, present, next)
    const tellFollowed = await follow(context, trx, [written], asked, after)
    const entries = (await ofAlarm?.tell()) ?? []
    await tell(context, trx, [written], after)
    await kernel.journal.writeAll(trx, asked, [...entries, ...written.entries, ...(await tellFollowed())])
    return written.stop
  })
}

/** Closes what alarms called for, in the transaction of whoever confirms them; the rows of the journal for it. */
export const closeOf = async (
  context: CloseContext,
  trx: Trx,
  confirmed: readonly Alarm[],
  asked: Asked,
  after: After,
): Promise<readonly Entry[]> => {
  const notes = new Map(confirmed.map(({ id, handleNote }) => [id, handleNote]))
  const open = await context.store.lockOpenOf(trx, [...notes.keys()])
  if (open.length === 0) return []
  const written: Written[] = []
  for (const present of open) {
    const form: Form = { id: present.id, status: 2, handleNote: notes.get(present.alarmId) ?? '' }
    written.push(await write(context, trx, present, formOf(context.kernel, form, present, asked)))
  }
  const tellFollowed = await follow(context, trx, written, asked, after)
  await tell(context, trx, written, after)
  return [...written.flatMap(({ entries }) => entries), ...(await tellFollowed())]
}

/** Notes whether a vehicle that drove too fast was told so by a speaker. */
export const noteAudio = (
  context: CloseContext,
  { id, audioStatus }: BodyOf<typeof trafficCalls.updateZdTrafficStopAudio>,
  asked: Asked,
): Promise<TrafficStop> => {
  const { kernel, store } = context
  return kernel.transaction(async (trx, after) => {
    const found = await store.find(trx, id, asked)
    if (!found) throw new Refusal('notFound', { what })
    requireWrite(asked.caller.scope, found.deptId, what)
    const present = await store.lock(trx, id)
    const { deptId, speedingId } = present
    if (speedingId === '')
      throw invalid('audioStatus', trafficStop.shown.audioStatus.label, {
        zh: '只记在超速拦停上',
        en: 'is noted of speeding vehicles alone',
      })
    if (present.audioStatus === audioStatus) return present
    const stop = await store.setAudio(trx, present, audioStatus)
    const changes = [
      { kind: trafficStop.name, id, deptIds: [deptId] },
      { kind: speedingRecord.name, id: speedingId, deptIds: [deptId] },
    ]
    await tell(context, trx, [{ stop, entries: [], changes, confirmed: [] }], after)
    await kernel.journal.writeAll(trx, asked, [
      { module: 'traffic', action: 'update', object: trafficStop.name, objectId: id, before: present, after: stop },
    ])
    return stop
  })
}
