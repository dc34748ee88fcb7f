import { alarmTypeOf } from '@vigil/contract/alarms/types.ts'
import type { Outcome } from './incoming.ts'
import { strangeCode, type Device } from '../devices/index.ts'
import { NotReady } from '../../kernel/refusal.ts'
import type { HelpCall } from './admission.ts'
import { buttonOf, keyOf, lineOf, type Asking, type HelpContext, type HelpDeps, type PendingCall } from './help-lane.context.ts'
import { answerWithin, futureLimit } from './rules.ts'
import { storeOrSplit } from './store-calls.ts'

/** Transactions at once: one that hangs holds up no other call. */
const atOnce = 3
/** Calls in one transaction, and of one line among them: one that calls without end holds up no other. */
const together = { all: 100, ofLine: 20 } as const
/** Calls of one line that wait; it is told to come again with more. */
const waitingAtMost = 2_000

/** Where calls for help go: past everything else, each into a transaction at once. */
export interface HelpLane {
  /**
   * Once it is committed; a call that came a moment ago already is a `duplicate`, and one of a device that nobody registered an
   * `unknownDevice`, which is alarmed of all the same. Rejects with `NotReady` when it is not stored.
   */
  readonly raise: (call: HelpCall) => Promise<Outcome>
  /** Waits until nothing is under way. */
  readonly finish: () => Promise<void>
}

/** Whether somebody only repeats what waits already. */
const isSame = (one: HelpCall, other: HelpCall): boolean =>
  one.kind === other.kind &&
  one.deviceType === other.deviceType &&
  one.deviceId === other.deviceId &&
  one.claimed !== null &&
  one.claimed === other.claimed &&
  one.battery === other.battery &&
  one.place?.lng === other.place?.lng &&
  one.place?.lat === other.place?.lat

/**
 * The next calls of a line, of which none says the same time as another, and what somebody else tells of a button is the only one of it: what
 * those are, the tables tell once the first is in them.
 */
const takeOf = (line: PendingCall[], atMost: number): PendingCall[] => {
  const keys = new Set<string>()
  const buttons = new Map<string, HelpCall['way']>()
  const taken: PendingCall[] = []
  while (taken.length < atMost) {
    const [pending] = line
    if (!pending || keys.has(keyOf(pending))) break
    const { way } = pending.call
    const pressed = pending.device === null ? undefined : buttons.get(buttonOf(pending))
    if (pressed !== undefined && (way !== 'own' || pressed !== 'own')) break
    line.shift()
    if (pending.asking.size === 0) continue
    keys.add(keyOf(pending))
    buttons.set(buttonOf(pending), way)
    taken.push(pending)
  }
  return taken
}

const takeTogether = ({ waiting, busy }: HelpContext): PendingCall[] => {
  const taken: PendingCall[] = []
  for (const [id, line] of Array.from(waiting)) {
    if (taken.length >= together.all) break
    if (busy.has(id)) continue
    const own = takeOf(line, Math.min(together.ofLine, together.all - taken.length))
    // What is left comes after everybody else's.
    waiting.delete(id)
    if (line.length > 0) waiting.set(id, line)
    if (own.length > 0) busy.add(id)
    taken.push(...own)
  }
  return taken
}

const run = (context: HelpContext): void => {
  const { deps, busy, running } = context
  while (running.size < atOnce) {
    const taken = takeTogether(context)
    if (taken.length === 0) return
    const work = storeOrSplit(deps, taken).finally(() => {
      running.delete(work)
      for (const { device } of taken) busy.delete(lineOf(device))
      run(context)
    })
    running.add(work)
  }
}

/** What waits for this call already, or it as the last of its line; null where that is too long. */
const lineUp = ({ waiting }: HelpContext, call: HelpCall, device: Device | null): PendingCall | null => {
  const line = waiting.get(lineOf(device)) ?? []
  const same = line.find((one) => isSame(one.call, call))
  if (same) return same
  if (line.length >= waitingAtMost) return null
  const pending: PendingCall = { call, device, asking: new Set() }
  line.push(pending)
  waiting.set(lineOf(device), line)
  return pending
}

/** Whatever holds the call up, who asks learns in time that he has to come again. */
const answerTo = ({ asking }: PendingCall): Promise<Outcome> => {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
  const own: Asking = { resolve, reject }
  asking.add(own)
  const overdue = setTimeout(() => {
    asking.delete(own)
    reject(new NotReady('the database takes too long'))
  }, answerWithin).unref()
  return promise.finally(() => clearTimeout(overdue))
}

const raise = (context: HelpContext, told: HelpCall): Promise<Outcome> => {
  const { deps } = context
  const device = deps.findDevice(told.deviceType, told.deviceId) ?? null
  const call = { ...told, deviceId: device?.code ?? strangeCode(told.deviceType, told.deviceId) }
  if (device === null) deps.noteUnknown(call.deviceType, call.deviceId)
  // Of these only who calls for help is heard.
  if (!device?.enabled && alarmTypeOf(call.kind).level !== 1)
    return Promise.resolve(device === null ? 'unknownDevice' : 'disabledDevice')
  if (device && call.claimed !== null && call.claimed > call.recv + futureLimit)
    deps.noteClock(device, call.claimed - call.recv, false)
  const pending = lineUp(context, call, device)
  if (!pending) return Promise.reject(new NotReady('too many calls of one line are waiting'))
  const answered = answerTo(pending)
  run(context)
  return answered
}

export const createHelpLane = (deps: HelpDeps): HelpLane => {
  const context: HelpContext = { deps, waiting: new Map(), busy: new Set(), running: new Set() }
  return {
    raise: (call) => raise(context, call),
    finish: async () => {
      while (context.running.size > 0) await Promise.all(context.running)
    },
  }
}
