import { offlineAfter } from '@vigil/contract/devices/settings.ts'
import { gateCalls } from '@vigil/contract/gates/calls.ts'
import { gateDomain } from '@vigil/contract/gates/domain.ts'
import { insideMismatch, type InsideEntry, type NowInside } from '@vigil/contract/gates/inside.ts'
import { gateSettings } from '@vigil/contract/gates/settings.ts'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import { wholeListLimit } from '@vigil/contract/kernel/shapes.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { recordsChanged } from '../../kernel/record-changes.ts'
import { invalid, missing, Refusal } from '../../kernel/refusal.ts'
import { requireWrite, type Scope } from '../../kernel/scope.ts'
import {
  plateIn,
  type InsideFilter,
  type InsideStore,
  type Standing,
  type VehicleInside,
  type VisitorInside,
} from './inside.store.ts'
import { grace, judge } from './rules.ts'

type Body<Name extends keyof typeof gateCalls> = BodyOf<(typeof gateCalls)[Name]>

const labels = gateDomain.asked
const day = 86_400_000

const correctionOf = (
  { clock }: Pick<Kernel, 'clock'>,
  { corrected, correctedAt, reason, by }: Pick<Standing, 'corrected' | 'correctedAt' | 'reason' | 'by'>,
): InsideEntry['correction'] =>
  corrected === null || correctedAt === null ? null : { reason, by, at: clock.toWire(correctedAt) }

const personEntry = ({ clock }: Pick<Kernel, 'clock'>, one: Standing, now: number): InsideEntry => {
  const judged = judge({ ...one, now, since: one.since?.getTime() ?? null, tagHeard: one.tagHeard?.getTime() ?? null })
  return {
    key: one.key,
    kind: 'person',
    isInside: judged.isInside,
    name: one.name,
    number: one.number,
    personId: one.personId,
    visitId: null,
    deptId: one.deptId,
    deptName: one.deptName ?? '',
    headcount: judged.isInside ? 1 : 0,
    since: clock.toWireOrNull(one.since),
    gateName: one.gateName,
    tagNo: one.tagNo ?? '',
    tagHeard: clock.toWireOrNull(one.tagHeard),
    mismatches: [...judged.mismatches],
    correction: correctionOf({ clock }, one),
    version: one.version,
  }
}

const visitorEntry = ({ clock }: Pick<Kernel, 'clock'>, one: VisitorInside, now: number): InsideEntry => ({
  key: `v${one.visitId}`,
  kind: 'visitor',
  isInside: true,
  name: one.name,
  number: one.plateNumber,
  personId: null,
  visitId: one.visitId,
  deptId: one.deptId,
  deptName: one.deptName ?? '',
  headcount: 1 + one.peerCount,
  since: clock.toWire(one.since),
  gateName: one.gateName,
  tagNo: one.tagNo,
  tagHeard: clock.toWireOrNull(one.tagHeard),
  mismatches: one.tagHeard === null && one.since.getTime() < now - grace ? [insideMismatch.code.noTag] : [],
  correction: null,
  version: one.version,
})

const vehicleEntry = ({ clock }: Pick<Kernel, 'clock'>, one: VehicleInside): InsideEntry => ({
  key: `m${one.plateNumber}`,
  kind: 'vehicle',
  isInside: one.corrected ?? one.isIn,
  name: one.owner,
  number: one.plateNumber,
  personId: null,
  visitId: null,
  deptId: one.deptId,
  deptName: one.deptName ?? '',
  // Whoever sits in it passes a turnstile, or is counted with the visitor.
  headcount: 0,
  since: clock.toWire(one.since),
  gateName: one.gateName,
  tagNo: '',
  tagHeard: null,
  mismatches: one.corrected === null ? insideMismatch.codes.filter((code) => code === one.odd) : [],
  correction: correctionOf({ clock }, one),
  version: one.version,
})

const isListed = ({ isInside, mismatches, correction }: InsideEntry): boolean =>
  isInside || mismatches.length > 0 || correction !== null

const counted = (list: readonly InsideEntry[], kind: InsideEntry['kind']): number =>
  list.reduce((sum, one) => sum + (one.kind === kind ? one.headcount : 0), 0)

export const createInside = (kernel: Kernel, store: InsideStore) => {
  const when = (now: number) => ({
    now: new Date(now),
    insideSince: new Date(now - kernel.settings.get(gateSettings.insideDays) * day),
    heardSince: new Date(now - kernel.settings.get(offlineAfter('badge')) * 1_000),
  })
  const people = {
    what: { zh: '人员', en: 'The person' },
    take: store.take,
    correct: store.correct,
    entryOf: async (trx: Trx, key: string, now: number, scope: Scope): Promise<InsideEntry | null> => {
      const [found] = (await store.people({ key, recursive: true }, when(now), scope, trx)).rows
      return found ? personEntry(kernel, found, now) : null
    },
  }
  const vehicles: typeof people = {
    what: { zh: '车辆', en: 'The vehicle' },
    take: store.takeVehicle,
    correct: store.correctVehicle,
    entryOf: async (trx, key, now, scope) => {
      const [found] = (await store.vehicles({ key, recursive: true }, when(now), scope, trx)).rows
      return found ? vehicleEntry(kernel, found) : null
    },
  }
  return {
    list: async (body: InsideFilter, { caller }: Asked): Promise<NowInside> => {
      const now = kernel.clock.now()
      const [passers, visitors, cars] = await Promise.all([
        store.people(body, when(now), caller.scope),
        store.visitors(body, when(now), caller.scope),
        store.vehicles(body, when(now), caller.scope),
      ])
      const parts = [visitors, passers, cars]
      const [all, read] = [
        parts.reduce((sum, { total }) => sum + total, 0),
        parts.reduce((sum, { rows }) => sum + rows.length, 0),
      ]
      const entries = [
        ...visitors.rows.map((one) => visitorEntry(kernel, one, now)),
        ...passers.rows.map((one) => personEntry(kernel, one, now)).filter(isListed),
        ...cars.rows.map((one) => vehicleEntry(kernel, one)),
      ]
      // It is what a muster counts: it is cut, and never refused.
      const list = entries.slice(0, wholeListLimit)
      return {
        more: all - read + entries.length - list.length,
        list,
        people: counted(list, 'person'),
        visitors: counted(list, 'visitor'),
        vehicles: list.filter(({ kind, isInside }) => kind === 'vehicle' && isInside).length,
        mismatches: list.filter(({ mismatches }) => mismatches.length > 0).length,
      }
    },

    correct: ({ key, version, isInside, reason }: Body<'correctInside'>, asked: Asked): Promise<InsideEntry | null> => {
      if (isInside !== null && reason === '') throw missing('reason', { zh: '原因', en: 'Reason' })
      if (key.startsWith('v'))
        throw invalid('key', labels.key, {
          zh: '是访客，请在访客记录中办理离厂',
          en: 'is a visitor: have him leave among the visits',
        })
      const { what, take, correct, entryOf } = plateIn(key) === null ? people : vehicles
      return kernel.transaction(async (trx, after) => {
        const { caller } = asked
        const now = kernel.clock.now()
        const present = await take(trx, key)
        if (!present) throw new Refusal('notFound', { what })
        requireWrite(caller.scope, present.deptId, what)
        const entry = () => entryOf(trx, key, now, caller.scope)
        const before = await entry()
        if (version !== undefined && version !== present.version) throw new Refusal('conflict', {}, before)
        await correct(trx, key, { isInside, reason, by: caller.cname, at: new Date(now) })
        const corrected = await entry()
        const { name } = present
        await kernel.journal.write(trx, asked, {
          module: 'gates',
          action: 'update',
          object: 'insideCorrection',
          objectId: key,
          before: { name, isInside: before?.isInside ?? false, reason: before?.correction?.reason ?? '' },
          after: { name, isInside: corrected?.isInside ?? false, reason },
        })
        after(() => kernel.bus.publish(recordsChanged, [{ kind: 'gateAccess', id: '0', deptIds: [present.deptId] }]))
        return corrected
      })
    },
    seen: store.seen,
  }
}
