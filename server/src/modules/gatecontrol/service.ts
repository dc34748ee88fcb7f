import { networkInterfaces } from 'node:os'
import { isIP } from 'node:net'
import type { gateControlCalls } from '@vigil/contract/gatecontrol/calls.ts'
import { gateControlDomain } from '@vigil/contract/gatecontrol/domain.ts'
import { gateAct, type GateCommand, type GateControl } from '@vigil/contract/gatecontrol/entities.ts'
import { barrierGate } from '@vigil/contract/gates/barrier-gate.ts'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import { theSystem, type Asked } from '../../kernel/caller.ts'
import type { Entry } from '../../kernel/journal.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Doors } from '../../kernel/module.ts'
import { recordsChanged } from '../../kernel/record-changes.ts'
import { invalid, Refusal } from '../../kernel/refusal.ts'
import { maySee, mayWrite, requireWrite } from '../../kernel/scope.ts'
import { askDevice, NoAnswer, patience, type Target } from './ask-device.ts'
import { makes } from './makes.ts'
import type { ControlStore, StoredControl } from './store.ts'
import { mayReach } from './targets.ts'

type Body<Name extends keyof typeof gateControlCalls> = BodyOf<(typeof gateControlCalls)[Name]>

const what: Text = { zh: barrierGate.word.zh, en: `The ${barrierGate.word.en}` }
const { asked: words } = gateControlDomain

/** ms after which a command that nobody answered for is one whose server is gone: three tries of a request, and some more. */
const forsakenAfter = 4 * patience

const ownAddresses = (): ReadonlySet<string> =>
  new Set(Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address)))

export type ControlService = ReturnType<typeof createControlService>

export const createControlService = (
  kernel: Kernel,
  store: ControlStore,
  { gates }: Pick<Doors, 'gates'>,
  allowed: ReadonlySet<string>,
) => {
  const { transaction, journal, bus, log, clock } = kernel
  const find = async (id: string, { caller }: Asked) => {
    const gate = await gates.gateOf({ id })
    if (!gate || !maySee(caller.scope, gate.deptId)) throw new Refusal('notFound', { what })
    return gate
  }
  const writable = async (id: string, asked: Asked) => {
    const gate = await find(id, asked)
    requireWrite(asked.caller.scope, gate.deptId, what)
    return gate
  }
  const told = ({ password, gateId: _gate, ...control }: StoredControl): GateControl => ({
    ...control,
    hasPassword: password !== '',
  })
  const entryOf = (
    object: 'gateControl' | 'gateCommand',
    action: Entry['action'],
    id: string,
    more: Pick<Entry, 'before' | 'after'>,
  ): Entry => ({
    module: 'gatecontrol',
    action,
    object,
    objectId: id,
    ...more,
  })
  const changed = (kind: string, id: string, deptId: string | null) =>
    bus.publish(recordsChanged, [{ kind, id, deptIds: [deptId] }])

  const requireReachable = ({ host, port }: Pick<GateControl, 'host' | 'port'>): void => {
    if (isIP(host) === 0)
      throw invalid('host', words.host, { zh: '须为 IP 地址，例如 10.20.6.21', en: 'has to be an IP address, like 10.20.6.21' })
    if (!mayReach({ host, port }, { own: ownAddresses(), allowed }))
      throw invalid('host', words.host, {
        zh: '是本机、链路本地或保留地址，不能作为设备地址',
        en: 'is this machine’s own, link-local or reserved: nothing is sent there',
      })
  }

  const save = async (body: Body<'saveBsBarrierGateControl'>, asked: Asked): Promise<GateControl> => {
    const { id, password, ...form } = body
    const gate = await writable(id, asked)
    requireReachable(form)
    return transaction(async (trx, after) => {
      const before = await store.control(id, trx)
      // A password that was meant for one device goes to no other.
      const isSame = before !== null && before.host === form.host && before.port === form.port && before.scheme === form.scheme
      const kept = isSame ? before.password : ''
      const control: StoredControl = { gateId: id, ...form, password: password ?? kept }
      await store.saveControl(trx, control)
      const said = (one: StoredControl) => ({ gate: gate.place, ...told(one) })
      await journal.write(
        trx,
        asked,
        entryOf('gateControl', before ? 'update' : 'create', id, {
          ...(before ? { before: said(before) } : {}),
          after: said(control),
        }),
      )
      after(() => changed('gateControl', id, gate.deptId))
      return told(control)
    })
  }
  const remove = async (id: string, asked: Asked): Promise<null> => {
    const gate = await writable(id, asked)
    await transaction(async (trx, after) => {
      if (!(await store.dropControl(trx, id))) throw new Refusal('notFound', { what })
      await journal.write(trx, asked, entryOf('gateControl', 'delete', id, { before: { gate: gate.place } }))
      after(() => changed('gateControl', id, gate.deptId))
    })
    return null
  }

  const carryOut = async (control: StoredControl, kind: 'vehicle' | 'turnstile', act: GateCommand['act']) => {
    const { make, channel } = control
    const request = makes[make].ask(act, kind, channel)
    if (!request) return { outcome: 'refused', said: '' } as const
    const target: Target = control
    try {
      return makes[make].heard(await askDevice(target, request))
    } catch (error) {
      const said = error instanceof Error && 'code' in error ? String(error.code) : ''
      return { outcome: error instanceof NoAnswer ? 'timedOut' : 'unreachable', said } as const
    }
  }

  const end = (
    command: Pick<GateCommand, 'id' | 'gateName'>,
    deptId: string | null,
    asked: Asked,
    found: Pick<GateCommand, 'outcome' | 'said'>,
  ) =>
    transaction(async (trx, after) => {
      const ended = await store.end(trx, command.id, found.outcome, found.said)
      if (!ended) return null
      await journal.write(
        trx,
        asked,
        entryOf('gateCommand', 'update', command.id, {
          after: { gate: command.gateName, outcome: found.outcome, said: found.said },
        }),
      )
      after(() => changed('gateCommand', command.id, deptId))
      return ended
    })

  /** Written down, then sent, once: whoever says the same id again is told what became of it. */
  const command = async ({ commandId, gateId, act, reason }: Body<'commandGate'>, asked: Asked): Promise<GateCommand> => {
    const gate = await writable(gateId, asked)
    const control = await store.control(gateId)
    if (!control)
      throw invalid('gateId', words.gateId, { zh: '没有设置控制方式', en: 'cannot be controlled from here: nobody said how' })
    requireReachable(control)
    const begun = await transaction(async (trx, after) => {
      const made = await store.begin(trx, {
        id: commandId,
        gateId,
        gateName: gate.place,
        deptId: gate.deptId,
        act,
        reason,
        by: asked.caller.cname,
      })
      if (!made) return null
      await journal.write(
        trx,
        asked,
        entryOf('gateCommand', 'create', commandId, { after: { gate: gate.place, act: gateAct.name(act, 'zh'), reason } }),
      )
      after(() => changed('gateCommand', commandId, gate.deptId))
      return made
    })
    if (!begun) {
      const known = await store.command(commandId, asked)
      if (!known || known.gateId !== gateId || known.act !== act) throw new Refusal('notFound', { what })
      return known
    }
    const found = await carryOut(control, gate.gateKind, act)
    return (await end(begun, gate.deptId, asked, found)) ?? begun
  }

  return {
    get: async (id: string, asked: Asked): Promise<GateControl | null> => {
      await find(id, asked)
      const control = await store.control(id)
      return control && told(control)
    },
    /** Of some gates those whose control somebody may see. */
    seen: async (ids: readonly string[], { caller }: Asked): Promise<ReadonlySet<string>> => {
      const found = await Promise.all(ids.map((id) => gates.gateOf({ id })))
      return new Set(found.flatMap((gate) => (gate && maySee(caller.scope, gate.deptId) ? [gate.id] : [])))
    },
    save,
    remove,
    command,
    list: store.list,
    openable: async (asked: Asked) => {
      const found = await Promise.all((await store.controlled()).map((id) => gates.gateOf({ id })))
      return found
        .flatMap((gate) => (gate && mayWrite(asked.caller.scope, gate.deptId) ? [gate] : []))
        .map(({ id, place }) => ({ id, name: place, acts: [...gateAct.codes] }))
        .toSorted((one, other) => one.name.localeCompare(other.name, 'zh'))
    },
    /** What a server sent that is gone: nobody knows what became of it, and nobody sends it again. */
    settleForsaken: async (): Promise<void> => {
      for (const id of await store.forsaken(new Date(clock.now() - forsakenAfter))) {
        log.warn({ command: id }, 'what a gate answered is not known')
        await end({ id, gateName: '' }, null, theSystem(clock.now()), { outcome: 'unknown', said: '' })
      }
    },
  }
}
