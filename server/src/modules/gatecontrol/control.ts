import type { GateControl } from '@vigil/contract/gatecontrol/entities.ts'
import type { Asked } from '../../kernel/caller.ts'
import { invalid, Refusal } from '../../kernel/refusal.ts'
import { entryOf, requireReachable, tell, what, words, writable, type Body } from './context.ts'
import type { PlateListContext } from './lists.ts'
import type { StoredControl } from './store.ts'

/** Its password is told to nobody. */
export const told = ({ password, gateId: _gate, ...control }: StoredControl): GateControl => ({
  ...control,
  hasPassword: password !== '',
})

const isSameDevice = (one: StoredControl, other: StoredControl): boolean =>
  one.make === other.make && one.host === other.host && one.port === other.port && one.channel === other.channel

export const saveControl = async (
  context: PlateListContext,
  body: Body<'saveBsBarrierGateControl'>,
  asked: Asked,
): Promise<GateControl> => {
  const { kernel, store, lists } = context
  const { id, password, keepsLists, ...form } = body
  const gate = await writable(context, id, asked)
  requireReachable(context, form)
  if (keepsLists === true && gate.gateKind !== 'vehicle')
    throw invalid('keepsLists', words.keepsLists, {
      zh: '只适用于车辆道闸',
      en: 'is for gates that vehicles pass: people have no list by these interfaces',
    })
  return kernel.transaction(async (trx, after) => {
    const before = await store.control(id, trx)
    // A password that was meant for one device goes to no other.
    const isSame = before !== null && before.host === form.host && before.port === form.port && before.scheme === form.scheme
    const kept = isSame ? before.password : ''
    const keeps = keepsLists ?? before?.keepsLists ?? false
    const control: StoredControl = { gateId: id, ...form, password: password ?? kept, keepsLists: keeps }
    await store.saveControl(trx, control)
    // What one device lists says nothing of another.
    if (before && isSameDevice(before, control)) await lists.renew(trx, id)
    else await lists.forget(trx, id)
    const said = (one: StoredControl) => ({ gate: gate.place, ...told(one) })
    await kernel.journal.write(
      trx,
      asked,
      entryOf('gateControl', before ? 'update' : 'create', id, {
        ...(before ? { before: said(before) } : {}),
        after: said(control),
      }),
    )
    after(() => tell(context, 'gateControl', id, gate.deptId))
    return told(control)
  })
}

export const removeControl = async (context: PlateListContext, id: string, asked: Asked): Promise<null> => {
  const { kernel, store, lists } = context
  const gate = await writable(context, id, asked)
  await kernel.transaction(async (trx, after) => {
    if (!(await store.dropControl(trx, id))) throw new Refusal('notFound', { what })
    await lists.forget(trx, id)
    await kernel.journal.write(trx, asked, entryOf('gateControl', 'delete', id, { before: { gate: gate.place } }))
    after(() => tell(context, 'gateControl', id, gate.deptId))
  })
  return null
}
