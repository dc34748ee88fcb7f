import type { Outcome } from './incoming.ts'
import type { AlarmIntent } from '../alarms/index.ts'
import type { Device } from '../devices/index.ts'
import { isDiskFull, isRaced } from '../../kernel/database-trouble.ts'
import type { Trx } from '../../kernel/kernel.ts'
import { NotReady } from '../../kernel/refusal.ts'
import { helpIntent, type KnownPlace } from './intents.ts'
import { strangerIntents } from './strangers.ts'
import { buttonOf, keyOf, type HelpDeps, type PendingCall } from './help-lane.context.ts'
import type { CallRow } from './help.store.ts'

/** Calls for help into the database, with the alarms that they raise. */

/** Two processes that raise the same alarm at once: the second sees the first one's at its next try. */
const tries = 3

const answer = ({ asking, device }: PendingCall, counts: boolean): void => {
  let next: Outcome = device === null ? 'unknownDevice' : counts ? 'accepted' : 'duplicate'
  for (const { resolve } of asking) {
    resolve(next)
    if (next === 'accepted') next = 'duplicate'
  }
}
const refuse = ({ asking }: PendingCall, error: unknown): void => {
  for (const { reject } of asking) reject(error)
}

/** One of a device that is registered. */
type KnownCall = PendingCall & { readonly device: Device }
const isKnown = (pending: PendingCall): pending is KnownCall => pending.device !== null

const rowOf = ({ lastFix }: HelpDeps, { call, device }: KnownCall): CallRow => {
  const claimed = call.claimed ?? call.recv
  const fixTime = call.time === claimed ? (lastFix(device.id)?.fixTime ?? null) : null
  return { ...call, deviceId: device.id, claimed, lastFix: fixTime }
}
const lastPlace = ({ lastFix }: HelpDeps, device: Device): KnownPlace | null => {
  const fix = lastFix(device.id)
  return fix ? { lng: fix.lng, lat: fix.lat, floor: fix.floor, isOld: true } : null
}

const intentOf = (deps: HelpDeps, { call, device }: KnownCall, isFirst: boolean): AlarmIntent =>
  helpIntent(deps.watch, device, {
    ...call,
    // A press that says the same time as one before it was made when it came: the clock stands still.
    time: isFirst ? call.time : call.recv,
    place: call.place ? { ...call.place, isOld: false } : lastPlace(deps, device),
  })

/**
 * Those that are a press of their own, by their keys, and whether each is the first that says its time: neither sent again, nor what somebody
 * else told of already.
 */
const pressesOf = async (deps: HelpDeps, trx: Trx, calls: readonly KnownCall[]): Promise<ReadonlyMap<string, boolean>> => {
  if (calls.length === 0) return new Map()
  const known = await deps.store.note(
    trx,
    calls.map((pending) => rowOf(deps, pending)),
  )
  const heard = calls.filter((pending) => known.has(keyOf(pending)))
  const told = await deps.store.notePresses(
    trx,
    heard.map(({ call, device }) => ({ ...call, deviceId: device.id })),
  )
  return new Map(
    heard.flatMap((pending) => (told.has(buttonOf(pending)) ? [] : [[keyOf(pending), known.get(keyOf(pending)) === true]])),
  )
}

const storeOnce = async (deps: HelpDeps, members: readonly PendingCall[]): Promise<void> => {
  const { kernel } = deps
  const ofDevices = members.filter(isKnown)
  const strangers = members.flatMap(({ call, device }) => (device === null ? [call] : []))
  const { counted, events } = await kernel.ingest.transaction(async (trx) => {
    const known = await pressesOf(deps, trx, ofDevices)
    const intents = ofDevices.flatMap((pending) => {
      const isFirst = known.get(keyOf(pending))
      return isFirst === undefined ? [] : [intentOf(deps, pending, isFirst)]
    })
    if (strangers.length > 0) intents.push(...strangerIntents(deps.watch, strangers, await deps.openStrangers(trx)))
    return { counted: known, events: intents.length > 0 ? await deps.applyAlarms(trx, intents) : [] }
  })
  kernel.live.publish(events)
  for (const pending of members) answer(pending, counted.has(keyOf(pending)))
}

const storeAgain = async (deps: HelpDeps, members: readonly PendingCall[]): Promise<void> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await storeOnce(deps, members)
    } catch (error) {
      if (tried === tries || !(isRaced(error) || (isDiskFull(error) && (await deps.kernel.disk.ranFull())))) throw error
    }
  }
}

/** What is wrong with one call must not silence the others. */
export const storeOrSplit = async (deps: HelpDeps, members: readonly PendingCall[]): Promise<void> => {
  try {
    await storeAgain(deps, members)
  } catch (error) {
    if (members.length > 1 && !(error instanceof NotReady)) {
      for (const pending of members) await storeOrSplit(deps, [pending])
      return
    }
    deps.kernel.log.error({ err: error, calls: members.length }, 'calls for help could not be stored')
    // Whatever went wrong, a call for help comes again.
    for (const pending of members) refuse(pending, error instanceof NotReady ? error : new NotReady(error))
  }
}
