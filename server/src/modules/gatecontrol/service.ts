import { gateAct, speakWhere, type GateControl } from '@vigil/contract/gatecontrol/entities.ts'
import type { Asked } from '../../kernel/caller.ts'
import { maySee, mayWrite } from '../../kernel/scope.ts'
import { commandGate, settleForsaken, speakAtGate } from './commands.ts'
import { find, type Body } from './context.ts'
import type { PlateListContext } from './lists.ts'
import { makes } from './makes.ts'
import { removeControl, saveControl, told } from './control.ts'

/** How gates are reached, and what they are told. */
export const createControlService = (context: PlateListContext) => {
  const { store, gates } = context
  const controlled = async () => {
    const found = await Promise.all(
      (await store.controlled()).map(async ({ id, make }) => ({ make, gate: await gates.gateOf({ id }) })),
    )
    return found.flatMap(({ gate, make }) => (gate ? [{ ...gate, make }] : []))
  }
  return {
    get: async (id: string, asked: Asked): Promise<GateControl | null> => {
      await find(context, id, asked)
      const control = await store.control(id)
      return control && told(control)
    },
    save: (body: Body<'saveBsBarrierGateControl'>, asked: Asked) => saveControl(context, body, asked),
    remove: (id: string, asked: Asked) => removeControl(context, id, asked),
    command: (body: Body<'commandGate'>, asked: Asked) => commandGate(context, body, asked),
    speak: (body: Body<'speakAtGate'>, asked: Asked) => speakAtGate(context, body, asked),
    list: store.list,
    openable: async ({ caller }: Asked) =>
      (await controlled())
        .filter(({ deptId }) => mayWrite(caller.scope, deptId))
        .map(({ id, place, make, gateKind }) => ({
          id,
          name: place,
          acts: [...gateAct.codes],
          speaks: speakWhere.codes.filter((where) => makes[make].say(where, '', gateKind, 1) !== null),
        }))
        .toSorted((one, other) => one.name.localeCompare(other.name, 'zh')),
    /** Of some gates those whose control somebody may see. */
    seen: async (ids: readonly string[], { caller }: Asked): Promise<ReadonlySet<string>> => {
      const found = await Promise.all(ids.map((id) => gates.gateOf({ id })))
      return new Set(found.flatMap((gate) => (gate && maySee(caller.scope, gate.deptId) ? [gate.id] : [])))
    },
    settleForsaken: () => settleForsaken(context),
  }
}
