import type { GateControl } from '@vigil/contract/gatecontrol/entities.ts'
import type { Asked } from '../../kernel/caller.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { entryOf, requireReachable, tell, what, writable, type Body, type ControlContext } from './context.ts'
import type { StoredControl } from './store.ts'

/** Its password is told to nobody. */
export const told = ({ password, gateId: _gate, ...control }: StoredControl): GateControl => ({
  ...control,
  hasPassword: password !== '',
})

export const saveControl = async (
  context: ControlContext,
  body: Body<'saveBsBarrierGateControl'>,
  asked: Asked,
): Promise<GateControl> => {
  const { kernel, store } = context
  const { id, password, ...form } = body
  const gate = await writable(context, id, asked)
  requireReachable(context, form)
  return kernel.transaction(async (trx, after) => {
    const before = await store.control(id, trx)
    // A password that was meant for one device goes to no other.
    const isSame = before !== null && before.host === form.host && before.port === form.port && before.scheme === form.scheme
    const kept = isSame ? before.password : ''
    const control: StoredControl = { gateId: id, ...form, password: password ?? kept }
    await store.saveControl(trx, control)
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

export const removeControl = async (context: ControlContext, id: string, asked: Asked): Promise<null> => {
  const { kernel, store } = context
  const gate = await writable(context, id, asked)
  await kernel.transaction(async (trx, after) => {
    if (!(await store.dropControl(trx, id))) throw new Refusal('notFound', { what })
    await kernel.journal.write(trx, asked, entryOf('gateControl', 'delete', id, { before: { gate: gate.place } }))
    after(() => tell(context, 'gateControl', id, gate.deptId))
  })
  return null
}
