import { barrierGate } from '@vigil/contract/gates/barrier-gate.ts'
import { passDirection, passResult } from '@vigil/contract/gates/gate-access.ts'
import { recordEvents } from '../../kernel/events.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { LiveHub } from '../../kernel/live-hub.ts'
import { recordsChanged } from '../../kernel/record-changes.ts'
import { silentAfter, type PictureKeeper, type TakePictures, type TakenPictures } from '../traffic/index.ts'
import type { AccessStore, Gate, NewAccess } from './access.store.ts'
import type { Passage } from './passage.ts'
import type { Passer, PasserStore } from './passers.store.ts'
import { passedAt } from './rules.ts'

const strange = ({ personNo, personName, cardNo }: Passage, { place }: Gate): Passer => ({
  key: personNo ? `n${personNo}` : cardNo ? `c${cardNo}` : '',
  personId: null,
  visitId: null,
  name: personName,
  number: personNo,
  kind: '',
  deptId: place.deptId,
})
const whoOf = async (passers: PasserStore, passage: Passage, gate: Gate): Promise<Passer> =>
  (passage.personNo === '' ? null : await passers.byNumber(passage.personNo)) ??
  (passage.cardNo === '' ? null : await passers.byCard(passage.cardNo)) ??
  strange(passage, gate)

/** As the gate lets through, where that is one way alone: what controls a single door says the same of in and out. Else as it is told. */
const directionOf = ({ direction }: Passage, gate: Gate): 1 | 2 | 3 =>
  gate.direction === 1 || gate.direction === 2 ? gate.direction : passDirection.code[direction]

/** The latest and the earliest that a row holds, so that no clock makes one that cannot be stored. */
const storable = (told: number, now: number): Date =>
  new Date(Number.isFinite(told) ? Math.min(Math.max(told, 0), Date.UTC(9000, 0)) : now)

interface Telling extends Pick<Kernel, 'clock' | 'transaction' | 'log'> {
  readonly bus: Pick<Kernel['bus'], 'publish'>
  readonly live: Pick<LiveHub, 'publish'>
}

interface AccessContext {
  readonly kernel: Telling
  readonly store: AccessStore
  readonly passers: PasserStore
  readonly pictures: PictureKeeper
  readonly takePictures: TakePictures
}

/** Milliseconds between two times that a gate's record is written. */
const heardEvery = 10_000

/** Maps hear of a gate that is back on line. */
const heard = async ({ kernel, store: gates }: AccessContext, gateId: string): Promise<void> => {
  const wasSilent = await gates.heard(gateId, { every: heardEvery, silent: silentAfter })
  if (wasSilent) await kernel.bus.publish(recordsChanged, [{ kind: barrierGate.name, id: gateId, deptIds: null }])
}

const store = async (
  { kernel, store: rows }: AccessContext,
  passed: Omit<NewAccess, 'snapUrl' | 'pictureLost'>,
  taken: TakenPictures,
): Promise<'stored' | 'duplicate'> => {
  const { gate, passer, direction, result } = passed
  return kernel.transaction(async (trx, after) => {
    const {
      ids: [snapUrl = ''],
      lost: pictureLost,
    } = await taken.settle(trx)
    const access: NewAccess = { ...passed, snapUrl, pictureLost }
    const id = await rows.add(trx, access)
    if (id === null) return 'duplicate'
    const isCounted = access.isBelieved && direction !== 3 && result === 'passed' && passer.key !== '' && passer.visitId === null
    if (isCounted) await rows.passed(trx, access)
    const data = { id, gateId: gate.place.id, direction, result }
    const told = await recordEvents(trx, [{ deptId: passer.deptId, event: { name: 'gatePassed', topic: 'gates', data } }])
    after(() => kernel.live.publish(told))
    after(() => kernel.bus.publish(recordsChanged, [{ kind: 'gateAccess', id, deptIds: [passer.deptId] }]))
    return 'stored'
  })
}

const pass = async (context: AccessContext, passage: Passage): Promise<'stored' | 'duplicate'> => {
  const { kernel, store: rows, passers, pictures } = context
  const now = kernel.clock.now()
  const gate = (await rows.gate({ id: passage.gate.id })) ?? { place: passage.gate, direction: 3, kind: 'turnstile' as const }
  const passer = await whoOf(passers, passage, gate)
  const { eventKey, passTime, cardNo } = passage
  const { at, isBelieved } = passedAt(passTime, now)
  const direction = directionOf(passage, gate)
  const result = passage.isLetThrough ? passResult.code.passed : passResult.code.refused
  const named = { gate, passer, eventKey, deviceTime: storable(passTime, now), direction, cardNo, result }
  // Asked before its picture is stored: that of one told again is none.
  if (await rows.isKnown(named)) return 'duplicate'
  const { picture } = passage
  const taken = await context.takePictures(pictures, { place: gate.place, deptId: passer.deptId, pictures: [picture] })
  const access = {
    ...named,
    passTime: new Date(at),
    isBelieved,
    passType: passage.passType,
    reason: passage.refusedFor ?? { zh: '', en: '' },
    temperature: passage.temperature,
    isReplayed: passage.isReplayed,
    unread: passage.unread,
  }
  let isStored = false
  try {
    const outcome = await store(context, access, taken)
    isStored = outcome === 'stored'
    return outcome
  } finally {
    await taken.finish(isStored)
  }
}

export const createAccess = (
  kernel: Telling,
  rows: AccessStore,
  passers: PasserStore,
  { pictures, takePictures }: Pick<AccessContext, 'pictures' | 'takePictures'>,
) => {
  const context: AccessContext = { kernel, store: rows, passers, pictures, takePictures }
  return {
    /** Stores what a turnstile tells; what it told before is told apart, and changes nothing. */
    pass: (passage: Passage) => pass(context, passage),
    /** That a gate said it is there. */
    heard: (gateId: string): Promise<void> => heard(context, gateId),
  }
}
