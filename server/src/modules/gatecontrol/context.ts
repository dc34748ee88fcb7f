import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { gateControlCalls } from '@vigil/contract/gatecontrol/calls.ts'
import { gateControlDomain } from '@vigil/contract/gatecontrol/domain.ts'
import type { GateControl } from '@vigil/contract/gatecontrol/entities.ts'
import { barrierGate } from '@vigil/contract/gates/barrier-gate.ts'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { Entry } from '../../kernel/journal.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Doors } from '../../kernel/module.ts'
import { recordsChanged } from '../../kernel/record-changes.ts'
import { invalid, Refusal } from '../../kernel/refusal.ts'
import { maySee, requireWrite } from '../../kernel/scope.ts'
import type { ControlStore } from './store.ts'
import { mayReach } from './targets.ts'

export type Body<Name extends keyof typeof gateControlCalls> = BodyOf<(typeof gateControlCalls)[Name]>

/** What controlling gates stands on. */
export interface ControlContext {
  readonly kernel: Kernel
  readonly store: ControlStore
  readonly gates: Doors['gates']
  /** Addresses that may be reached although they are this machine's or its neighbours'. */
  readonly allowed: ReadonlySet<string>
}

export const what: Text = { zh: barrierGate.word.zh, en: `The ${barrierGate.word.en}` }
export const { asked: words } = gateControlDomain

export const find = async ({ gates }: ControlContext, id: string, { caller }: Asked) => {
  const gate = await gates.gateOf({ id })
  if (!gate || !maySee(caller.scope, gate.deptId)) throw new Refusal('notFound', { what })
  return gate
}
export const writable = async (context: ControlContext, id: string, asked: Asked) => {
  const gate = await find(context, id, asked)
  requireWrite(asked.caller.scope, gate.deptId, what)
  return gate
}

export const entryOf = (
  object: 'gateControl' | 'gateCommand' | 'gateList',
  action: Entry['action'],
  id: string,
  more: Pick<Entry, 'before' | 'after'>,
): Entry => ({ module: 'gatecontrol', action, object, objectId: id, ...more })

/** Has consoles fetch anew what shows it. */
export const tell = ({ kernel }: ControlContext, kind: string, id: string, deptId: string | null): Promise<void> =>
  kernel.bus.publish(recordsChanged, [{ kind, id, deptIds: [deptId] }])

const ownAddresses = (): ReadonlySet<string> =>
  new Set(Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address)))

/** Whether something may be sent to an address now. */
export const isReachable = ({ allowed }: ControlContext, at: Pick<GateControl, 'host' | 'port'>): boolean =>
  mayReach(at, { own: ownAddresses(), allowed })

/** Refuses what is no address, or one to which nothing is sent: again before each command, since this machine's may have changed. */
export const requireReachable = (context: ControlContext, { host, port }: Pick<GateControl, 'host' | 'port'>): void => {
  if (isIP(host) === 0)
    throw invalid('host', words.host, { zh: '须为 IP 地址，例如 10.20.6.21', en: 'has to be an IP address, like 10.20.6.21' })
  if (!isReachable(context, { host, port }))
    throw invalid('host', words.host, {
      zh: '是本机、链路本地或保留地址，不能作为设备地址',
      en: 'is this machine’s own, link-local or reserved: nothing is sent there',
    })
}
