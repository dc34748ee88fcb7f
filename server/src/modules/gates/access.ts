import { passDirection, passResult } from '@vigil/contract/gates/gate-access.ts'
import type { Caller } from '../../kernel/caller.ts'
import { recordEvents } from '../../kernel/events.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { LiveHub } from '../../kernel/live-hub.ts'
import { recordsChanged } from '../../kernel/record-changes.ts'
import type { PushedPicture } from '../traffic/index.ts'
import type { AccessStore, Gate, NewAccess } from './access.store.ts'
import type { Passage } from './passage.ts'
import type { Passer, PasserStore } from './passers.store.ts'
import { passedAt } from './rules.ts'

/** Who keeps pictures that devices push, and asks whose records they belong to. */
export interface Pictures {
  /** Under which number it is kept. */
  readonly capture: (picture: PushedPicture, deptId: string | null) => Promise<string>
  readonly onCapture: (opens: (fileIds: readonly string[], caller: Caller) => Promise<ReadonlySet<string>>) => void
}

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

/** As the turnstile says, else as the gate itself lets through. */
const directionOf = ({ direction }: Passage, gate: Gate): 1 | 2 | 3 => {
  if (direction !== 'unknown') return passDirection.code[direction]
  return gate.direction === 1 || gate.direction === 2 ? gate.direction : passDirection.code.unknown
}

/** The latest and the earliest that a row holds, so that no clock makes one that cannot be stored. */
const storable = (told: number, now: number): Date =>
  new Date(Number.isFinite(told) ? Math.min(Math.max(told, 0), Date.UTC(9000, 0)) : now)

interface Telling extends Pick<Kernel, 'clock' | 'transaction'> {
  readonly bus: Pick<Kernel['bus'], 'publish'>
  readonly live: Pick<LiveHub, 'publish'>
}

export const createAccess = (kernel: Telling, store: AccessStore, passers: PasserStore, { capture }: Partial<Pictures>) => ({
  /** Stores what a turnstile tells; what it told before is told apart, and changes nothing. */
  pass: async (passage: Passage): Promise<'stored' | 'duplicate'> => {
    const now = kernel.clock.now()
    const gate = (await store.gate({ id: passage.gate.id })) ?? { place: passage.gate, direction: 3 }
    const passer = await whoOf(passers, passage, gate)
    const { eventKey, passTime } = passage
    const named = { gate, passer, eventKey, deviceTime: storable(passTime, now) }
    // Asked before its picture is stored: that of one told again is none.
    if (await store.isKnown(named)) return 'duplicate'
    const access: NewAccess = {
      ...named,
      cardNo: passage.cardNo,
      direction: directionOf(passage, gate),
      passTime: new Date(passedAt(passTime, now)),
      passType: passage.passType,
      result: passage.isLetThrough ? passResult.code.passed : passResult.code.refused,
      reason: passage.refusedFor ?? { zh: '', en: '' },
      temperature: passage.temperature,
      snapUrl: passage.picture === null ? '' : ((await capture?.(passage.picture, passer.deptId)) ?? ''),
      isReplayed: passage.isReplayed,
      unread: passage.unread,
    }
    return kernel.transaction(async (trx, after) => {
      const id = await store.add(trx, access)
      if (id === null) return 'duplicate'
      const isCounted = access.direction !== 3 && access.result === 'passed' && passer.key !== '' && passer.visitId === null
      if (isCounted) await store.passed(trx, access)
      await store.heard(trx, gate.place.id, new Date(now))
      const { direction, result } = access
      const data = { id, gateId: gate.place.id, direction, result }
      const told = await recordEvents(trx, [{ deptId: passer.deptId, event: { name: 'gatePassed', topic: 'gates', data } }])
      after(() => kernel.live.publish(told))
      after(() => kernel.bus.publish(recordsChanged, [{ kind: 'gateAccess', id, deptIds: [passer.deptId] }]))
      return 'stored'
    })
  },
})
