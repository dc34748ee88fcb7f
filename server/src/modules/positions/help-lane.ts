import type { Outcome } from './incoming.ts'
import type { AlarmIntent } from '../alarms/index.ts'
import type { Device } from '../devices/index.ts'
import type { FenceWatch } from '../hazards/index.ts'
import { isDiskFull, isRaced } from '../../kernel/database-trouble.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import type { NumberedEvent } from '../../kernel/event-stream.ts'
import { NotReady } from '../../kernel/refusal.ts'
import { helpIntent, type KnownPlace } from './intents.ts'
import { type HelpCall } from './admission.ts'
import { answerWithin, futureLimit } from './rules.ts'
import type { CallRow, HelpStore } from './help.store.ts'

/** Transactions at once: one that hangs holds up no other call. */
const atOnce = 3
/** Calls in one transaction, and of one device among them: one that calls without end holds up no other. */
const together = { all: 100, ofDevice: 20 } as const
/** Calls of one device that wait; it is told to come again with more. */
const waitingAtMost = 2_000
/** Two processes that raise the same alarm at once: the second sees the first one's at its next try. */
const tries = 3

export interface HelpGround {
  readonly kernel: Kernel
  readonly store: HelpStore
  readonly findDevice: (kind: HelpCall['deviceType'], code: string) => Device | undefined
  readonly noteUnknown: (kind: string, code: string) => void
  /** Its clock is ahead by so many milliseconds. */
  readonly noteClock: (device: Device, skew: number, isSetAside: boolean) => void
  readonly watch: Pick<FenceWatch, 'areaAt'>
  readonly applyAlarms: (trx: Trx, intents: readonly AlarmIntent[]) => Promise<NumberedEvent[]>
  readonly lastFix: (
    deviceId: number,
  ) => { readonly fixTime: number; readonly lng: number; readonly lat: number; readonly floor: number | null } | undefined
}

/** Where calls for help go: past everything else, each into a transaction at once. */
export interface HelpLane {
  /** Once it is committed; a call that came a moment ago already is a `duplicate`. Rejects with `NotReady` when it is not stored. */
  readonly raise: (call: HelpCall) => Promise<Outcome>
  /** Waits until nothing is under way. */
  readonly finish: () => Promise<void>
}

interface Asking {
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}
interface Pending {
  readonly call: HelpCall
  readonly device: Device
  /** Who waits for it, with those who said the same meanwhile. None where all were told to come again. */
  readonly asking: Set<Asking>
}

/** Whether somebody only repeats what waits already. */
const isSame = (one: HelpCall, other: HelpCall): boolean =>
  one.kind === other.kind &&
  one.claimed !== null &&
  one.claimed === other.claimed &&
  one.battery === other.battery &&
  one.place?.lng === other.place?.lng &&
  one.place?.lat === other.place?.lat
const answer = ({ asking }: Pending, outcome: Outcome): void => {
  let next = outcome
  for (const { resolve } of asking) {
    resolve(next)
    next = 'duplicate'
  }
}
const refuse = ({ asking }: Pending, error: unknown): void => {
  for (const { reject } of asking) reject(error)
}

export const createHelpLane = (ground: HelpGround): HelpLane => {
  const { kernel, store } = ground
  /** What waits of each device, in the order of their turns. A device has one transaction at a time: they would wait for each other. */
  const waiting = new Map<number, Pending[]>()
  const busy = new Set<number>()
  const running = new Set<Promise<void>>()

  const rowOf = ({ call, device }: Pending): CallRow => {
    const claimed = call.claimed ?? call.recv
    const lastFix = call.time === claimed ? (ground.lastFix(device.id)?.fixTime ?? null) : null
    return { ...call, deviceId: device.id, claimed, lastFix }
  }
  const keyOf = ({ call, device }: Pending): string => `${device.id}:${call.kind}:${call.claimed ?? call.recv}`
  const lastPlace = (device: Device): KnownPlace | null => {
    const fix = ground.lastFix(device.id)
    return fix ? { lng: fix.lng, lat: fix.lat, floor: fix.floor, isOld: true } : null
  }

  const intentOf = ({ call, device }: Pending, isFirst: boolean): AlarmIntent =>
    helpIntent(ground.watch, device, {
      ...call,
      // A press that says the same time as one before it was made when it came: the clock stands still.
      time: isFirst ? call.time : call.recv,
      place: call.place ? { ...call.place, isOld: false } : lastPlace(device),
    })

  const storeOnce = async (members: readonly Pending[]): Promise<void> => {
    const { counted, events } = await kernel.ingest.transaction(async (trx) => {
      const known = await store.note(trx, members.map(rowOf))
      const intents = members.flatMap((pending) => {
        const isFirst = known.get(keyOf(pending))
        return isFirst === undefined ? [] : [intentOf(pending, isFirst)]
      })
      return { counted: known, events: intents.length > 0 ? await ground.applyAlarms(trx, intents) : [] }
    })
    kernel.live.publish(events)
    for (const pending of members) answer(pending, counted.has(keyOf(pending)) ? 'accepted' : 'duplicate')
  }
  const storeAgain = async (members: readonly Pending[]): Promise<void> => {
    for (let tried = 1; ; tried += 1) {
      try {
        return await storeOnce(members)
      } catch (error) {
        if (tried === tries || !(isRaced(error) || (isDiskFull(error) && (await kernel.disk.ranFull())))) throw error
      }
    }
  }
  /** What is wrong with one call must not silence the others. */
  const storeOrSplit = async (members: readonly Pending[]): Promise<void> => {
    try {
      await storeAgain(members)
    } catch (error) {
      if (members.length > 1 && !(error instanceof NotReady)) {
        for (const pending of members) await storeOrSplit([pending])
        return
      }
      kernel.log.error({ err: error, calls: members.length }, 'calls for help could not be stored')
      for (const pending of members) refuse(pending, error)
    }
  }

  /** The next calls of a device, of which none says the same time as another: what those are, the table tells once the first is in it. */
  const takeOf = (line: Pending[], atMost: number): Pending[] => {
    const keys = new Set<string>()
    const taken: Pending[] = []
    while (taken.length < atMost) {
      const [pending] = line
      if (!pending || keys.has(keyOf(pending))) break
      line.shift()
      if (pending.asking.size === 0) continue
      keys.add(keyOf(pending))
      taken.push(pending)
    }
    return taken
  }
  const takeTogether = (): Pending[] => {
    const taken: Pending[] = []
    for (const [id, line] of Array.from(waiting)) {
      if (taken.length >= together.all) break
      if (busy.has(id)) continue
      const own = takeOf(line, Math.min(together.ofDevice, together.all - taken.length))
      // What is left comes after everybody else's.
      waiting.delete(id)
      if (line.length > 0) waiting.set(id, line)
      if (own.length > 0) busy.add(id)
      taken.push(...own)
    }
    return taken
  }
  const run = (): void => {
    while (running.size < atOnce) {
      const taken = takeTogether()
      if (taken.length === 0) return
      const work = storeOrSplit(taken).finally(() => {
        running.delete(work)
        for (const { device } of taken) busy.delete(device.id)
        run()
      })
      running.add(work)
    }
  }

  return {
    raise: (call) => {
      const device = ground.findDevice(call.deviceType, call.deviceId)
      if (!device) {
        ground.noteUnknown(call.deviceType, call.deviceId)
        return Promise.resolve('unknownDevice')
      }
      if (!device.enabled) return Promise.resolve('disabledDevice')
      if (call.claimed !== null && call.claimed > call.recv + futureLimit)
        ground.noteClock(device, call.claimed - call.recv, false)
      const line = waiting.get(device.id) ?? []
      let pending = line.find((one) => isSame(one.call, call))
      if (!pending && line.length >= waitingAtMost)
        return Promise.reject(new NotReady('too many calls of one device are waiting'))
      if (!pending) {
        pending = { call, device, asking: new Set() }
        line.push(pending)
        waiting.set(device.id, line)
      }
      const { asking } = pending
      const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
      const own: Asking = { resolve, reject }
      asking.add(own)
      const overdue = setTimeout(() => {
        asking.delete(own)
        reject(new NotReady('the database takes too long'))
      }, answerWithin).unref()
      run()
      return promise.finally(() => clearTimeout(overdue))
    },
    finish: async () => {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
