import { gateTold, type GateCommand } from '@vigil/contract/gatecontrol/entities.ts'
import { theSystem, type Asked } from '../../kernel/caller.ts'
import { invalid, Refusal } from '../../kernel/refusal.ts'
import { askDevice, failureOf, patience, type Asked as Request } from './ask-device.ts'
import { entryOf, requireReachable, tell, what, words, writable, type Body, type ControlContext } from './context.ts'
import { makes } from './makes.ts'
import type { StoredControl } from './store.ts'

/** ms after which a command that nobody answered for is one whose server is gone: three tries of a request, and some more. */
const forsakenAfter = 4 * patience

const carryOut = async (control: StoredControl, request: Request) => {
  try {
    return makes[control.make].heard(await askDevice(control, request))
  } catch (error) {
    return failureOf(error)
  }
}

const end = (
  context: ControlContext,
  command: Pick<GateCommand, 'id' | 'gateName'>,
  deptId: string | null,
  asked: Asked,
  found: Pick<GateCommand, 'outcome' | 'said'>,
) => {
  const { kernel, store } = context
  return kernel.transaction(async (trx, after) => {
    const ended = await store.end(trx, command.id, found.outcome, found.said)
    if (!ended) return null
    await kernel.journal.write(
      trx,
      asked,
      entryOf('gateCommand', 'update', command.id, {
        after: { gate: command.gateName, outcome: found.outcome, said: found.said },
      }),
    )
    after(() => tell(context, 'gateCommand', command.id, deptId))
    return ended
  })
}

interface Order extends Pick<GateCommand, 'gateId' | 'act' | 'text' | 'reason'> {
  readonly commandId: string
  /** Null for what this gate cannot do. */
  readonly requestOf: (control: StoredControl, kind: 'vehicle' | 'turnstile') => Request | null
}

/** Written down, then sent, once: whoever says the same id again is told what became of it. */
const tellGate = async (
  context: ControlContext,
  { commandId, gateId, act, text, reason, requestOf }: Order,
  asked: Asked,
): Promise<GateCommand> => {
  const { kernel, store } = context
  const gate = await writable(context, gateId, asked)
  const control = await store.control(gateId)
  if (!control)
    throw invalid('gateId', words.gateId, { zh: '没有设置控制方式', en: 'cannot be controlled from here: nobody said how' })
  requireReachable(context, control)
  const request = requestOf(control, gate.gateKind)
  if (!request) throw invalid('where', words.where, { zh: '此道闸不支持', en: 'is not something this gate has by its interface' })
  const begun = await kernel.transaction(async (trx, after) => {
    const made = await store.begin(trx, {
      id: commandId,
      gateId,
      gateName: gate.place,
      deptId: gate.deptId,
      act,
      text,
      reason,
      by: asked.caller.cname,
    })
    if (!made) return null
    await kernel.journal.write(
      trx,
      asked,
      entryOf('gateCommand', 'create', commandId, {
        after: { gate: gate.place, act: gateTold.name(act, 'zh'), ...(text === '' ? { reason } : { text }) },
      }),
    )
    after(() => tell(context, 'gateCommand', commandId, gate.deptId))
    return made
  })
  if (!begun) {
    const known = await store.command(commandId, asked)
    if (!known || known.gateId !== gateId || known.act !== act || known.text !== text) throw new Refusal('notFound', { what })
    return known
  }
  const found = await carryOut(control, request)
  return (await end(context, begun, gate.deptId, asked, found)) ?? (await store.command(commandId, asked)) ?? begun
}

export const commandGate = (context: ControlContext, body: Body<'commandGate'>, asked: Asked): Promise<GateCommand> =>
  tellGate(
    context,
    { ...body, text: '', requestOf: ({ make, channel }, kind) => makes[make].ask(body.act, kind, channel) },
    asked,
  )

export const speakAtGate = (
  context: ControlContext,
  { commandId, gateId, where, text }: Body<'speakAtGate'>,
  asked: Asked,
): Promise<GateCommand> =>
  tellGate(
    context,
    {
      commandId,
      gateId,
      act: where,
      text,
      reason: '',
      requestOf: ({ make, channel }, kind) => makes[make].say(where, text, kind, channel),
    },
    asked,
  )

/** What a server sent that is gone: nobody knows what became of it, and nobody sends it again. */
export const settleForsaken = async (context: ControlContext): Promise<void> => {
  const { kernel, store } = context
  for (const { id, gateName, deptId } of await store.forsaken(new Date(kernel.clock.now() - forsakenAfter))) {
    kernel.log.warn({ command: id }, 'what a gate answered is not known')
    await end(context, { id, gateName }, deptId, theSystem(kernel.clock.now()), { outcome: 'unknown', said: '' })
  }
}
