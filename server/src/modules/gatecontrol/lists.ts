import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { car } from '@vigil/contract/devices/car.ts'
import { plateList, type GateListState } from '@vigil/contract/gatecontrol/entities.ts'
import { barrierGate } from '@vigil/contract/gates/barrier-gate.ts'
import { theSystem, type Asked } from '../../kernel/caller.ts'
import type { Doors } from '../../kernel/module.ts'
import { onRecords } from '../../kernel/record-changes.ts'
import { maySee } from '../../kernel/scope.ts'
import { createSemaphore } from '../../kernel/semaphore.ts'
import { createSoon } from '../../kernel/soon.ts'
import { failureOf } from './ask-device.ts'
import { entryOf, find, isReachable, tell, type Body, type ControlContext } from './context.ts'
import { bringPlate, DeviceFailed, LoginRefused, Overtaken } from './lists.device.ts'
import { wantedOf } from './lists.rules.ts'
import type { Due, Hold, PlateListStore } from './lists.store.ts'
import type { StoredControl } from './store.ts'

/** Devices that are told at one time. */
const atOnce = 8
/** Plates of one device in one go: the others wait for the next round. */
const atMost = 500
/** Plates in a row that a device does not have, after which it is left alone for a while. */
const refusalsAtMost = 5
/** ms for which the end of a server waits for what is on its way. */
const patience = 4_000

export interface PlateListContext extends ControlContext {
  readonly lists: PlateListStore
  readonly penalties: Doors['penalties']
}
type Gate = NonNullable<Awaited<ReturnType<Doors['gates']['gateOf']>>>
interface Keeping {
  readonly hold: Hold
  readonly gate: Gate
  readonly control: StoredControl
}

const listName = (list: Due['confirmed']): string => (list === null ? '' : plateList.name(list, 'zh'))

/** One plate, and what became of it; whether the device has it as the site wants it. */
const bringOne = async (context: PlateListContext, { hold, gate, control }: Keeping, due: Due) => {
  const { kernel, lists } = context
  const { clock } = kernel
  const { plate, wanted, confirmed } = due
  if (!(await lists.hold(hold))) throw new Overtaken('somebody else keeps these lists by now')
  if (!isReachable(context, control)) throw new DeviceFailed('nothing is sent there')
  const note: Parameters<typeof bringPlate>[1]['note'] = (known) => lists.note(hold, plate, known)
  const brought = await bringPlate(control, { ...due, now: clock.toWire(clock.now()), note })
  await kernel.transaction(async (trx) => {
    if (!(await lists.brought(trx, hold, due, brought))) throw new Overtaken('somebody else keeps these lists by now')
    if (brought.outcome !== 'done' || !brought.changed) return
    const told = { plateNumber: plate, gate: gate.place }
    await kernel.journal.write(
      trx,
      theSystem(clock.now()),
      entryOf('gateList', 'update', `${gate.id}/${plate}`, {
        before: { ...told, list: listName(confirmed) },
        after: { ...told, list: listName(wanted?.list ?? null) },
      }),
    )
  })
  return brought
}

/** All that waits at one device, until it answers no more. */
const bringAll = async (context: PlateListContext, keeping: Keeping, isStopping: () => boolean): Promise<void> => {
  const { lists } = context
  const { hold } = keeping
  let refusals = 0
  let tried = 0
  try {
    while (tried < atMost && refusals < refusalsAtMost && !isStopping()) {
      const due = await lists.due(hold)
      if (!due) break
      const { outcome, said } = await bringOne(context, keeping, due)
      tried += 1
      refusals = outcome === 'refused' || outcome === 'notKept' ? refusals + 1 : 0
      if (refusals === refusalsAtMost) await lists.failed(hold, { outcome: 'refused', said }, false)
    }
    if (tried > 0 && refusals < refusalsAtMost) await lists.answered(hold)
  } catch (error) {
    if (error instanceof LoginRefused) await lists.failed(hold, { outcome: 'refused', said: 'HTTP 401' }, true)
    else if (error instanceof DeviceFailed) await lists.failed(hold, failureOf(error.cause), false)
    else throw error
    tried += 1
  }
  if (tried > 0) await tell(context, 'gateList', keeping.gate.id, keeping.gate.deptId)
}

/** The lists of one gate, while nobody else keeps them. */
const keepGate = async (context: PlateListContext, gateId: string, isStopping: () => boolean): Promise<void> => {
  const { kernel, store, lists, gates, penalties } = context
  const hold = { gateId, holder: randomUUID() }
  if (!(await lists.claim(hold))) return
  try {
    do {
      const [gate, control] = await Promise.all([gates.gateOf({ id: gateId }), store.control(gateId)])
      if (!control?.keepsLists || gate?.gateKind !== 'vehicle') continue
      const today = kernel.clock.toWire(kernel.clock.now()).slice(0, 10)
      const [cars, barred] = await Promise.all([lists.cars(), penalties.barredPlates()])
      const wanted = wantedOf(cars, barred, today)
      if (await kernel.transaction((trx) => lists.want(trx, hold, wanted))) await tell(context, 'gateList', gateId, gate.deptId)
      if (await lists.mayAsk(hold)) await bringAll(context, { hold, gate, control }, isStopping)
    } while (!isStopping() && !(await lists.leave(hold)))
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error
  } finally {
    await lists.drop(hold)
  }
}

/** The lists of plates that gates keep themselves, as the site says: brought in step at once where it says something new, and every minute. */
export const createPlateLists = (context: PlateListContext) => {
  const { kernel, lists, gates, penalties } = context
  const room = createSemaphore(atOnce)
  const running = new Set<Promise<void>>()
  let stopping = false
  const keepOne = async (gateId: string): Promise<void> => {
    await room.acquire()
    try {
      if (!stopping) await keepGate(context, gateId, () => stopping)
    } catch (error) {
      kernel.log.warn({ err: error, gate: gateId }, 'the lists of a gate could not be brought in step')
    } finally {
      room.release()
    }
  }
  const keepAll = async (): Promise<void> => {
    const round = (async () => {
      await Promise.all((await lists.keeping()).map(keepOne))
    })()
    running.add(round)
    await round.finally(() => running.delete(round))
  }
  const soon = createSoon(keepAll, kernel.log, 'gate lists')
  const ask = (): void => {
    if (!stopping) soon.ask()
  }
  penalties.onBarsChanged(ask)
  onRecords(kernel.bus, [car.name, barrierGate.name, 'gateControl'], ask)
  return {
    keepAll,
    states: async ({ caller }: Asked): Promise<GateListState[]> => {
      const states = await lists.states()
      const found = await Promise.all(states.map(async (state) => ({ state, gate: await gates.gateOf({ id: state.gateId }) })))
      return found
        .flatMap(({ state, gate }) =>
          gate && gate.gateKind === 'vehicle' && maySee(caller.scope, gate.deptId) ? [{ ...state, gateName: gate.place }] : [],
        )
        .toSorted((one, other) => one.gateName.localeCompare(other.gateName, 'zh'))
    },
    plates: async (body: Body<'listGatePlate'>, asked: Asked) => {
      await find(context, body.gateId, asked)
      return lists.plates(body, asked)
    },
    /** Of the log's rows those that tell of gates and vehicles that somebody sees. */
    seen: async (ids: readonly string[], asked: Asked): Promise<ReadonlySet<string>> => {
      const parts = ids.map((id) => ({ id, gateId: id.slice(0, id.indexOf('/')), plate: id.slice(id.indexOf('/') + 1) }))
      const plates = await lists.seenPlates([...new Set(parts.map(({ plate }) => plate))], asked)
      const known = new Map<string, boolean>()
      for (const gateId of new Set(parts.map((part) => part.gateId))) {
        const gate = await gates.gateOf({ id: gateId })
        known.set(gateId, gate !== null && maySee(asked.caller.scope, gate.deptId))
      }
      return new Set(parts.filter((part) => known.get(part.gateId) && plates.has(part.plate)).map(({ id }) => id))
    },
    stop: async (): Promise<void> => {
      stopping = true
      await Promise.race([Promise.allSettled(running), pause(patience, undefined, { ref: false })])
    },
  }
}
