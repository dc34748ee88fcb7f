import { setImmediate } from 'node:timers/promises'
import { alarmType } from '@vigil/contract/alarms/types.ts'
import { hazardSettings } from '@vigil/contract/hazards/settings.ts'
import type { NumberedEvent } from '../../kernel/event-stream.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { inSlices } from '../../kernel/rest.ts'
import type { AlarmIntent } from '../alarms/index.ts'
import { everybodyOf, judgeAreas, type AreaEffect, type Everybody, type Present } from './area-rules.ts'
import { heardFor, judgeNear, type NearEffect } from './near-rules.ts'
import { judgeSilent, type SilentEffect } from './silent-rules.ts'
import type { HazardStore } from './store.ts'
import type { FenceWatch } from './watch.ts'

/** What the alarms module does for rules. */
export interface AlarmsOfRules {
  readonly apply: (trx: Trx, intents: readonly AlarmIntent[]) => Promise<NumberedEvent[]>
  readonly returnByRule: (
    trx: Trx,
    rule: { readonly alarmType: number; readonly ruleId: string },
    after: (then: () => void) => void,
  ) => Promise<void>
  /** Learns which places are within hazard areas. */
  readonly onAreas: (within: (areaIds: readonly string[], lng: number, lat: number) => boolean | null) => void
  /** Whether something that goes on may come where it is to be raised. */
  readonly raisesByArea: () => boolean
  /** Raises what goes on where the site wants it by now, though it began where it does not. */
  readonly cameInside: (
    trx: Trx,
    placeOf: (deviceId: number) => { readonly lng: number; readonly lat: number } | undefined,
  ) => Promise<NumberedEvent[]>
  /** The devices of which an alarm of a type is open, and when it came the last time, ms since 1970. */
  readonly devicesWithOpen: (trx: Trx, alarmType: number) => Promise<ReadonlyMap<number, number>>
}

/** Milliseconds between two times that it is judged who is inside of what. */
export const judgeEvery = 2_000
/** Alarms that are put into words for the database before others may have their turn. */
const appliedAtOnce = 500
const fenceOf = (effect: AreaEffect): string => (effect.kind === 'raise' ? effect.rule.fence.id : effect.condition.fence)
const pointOf = (effect: NearEffect): string => (effect.kind === 'raise' ? effect.rule.point.id : effect.near.point)

/** What is made of it as alarms. */
interface Intents {
  readonly ofFence: (effect: AreaEffect) => AlarmIntent
  readonly ofPoint: (effect: NearEffect) => AlarmIntent
  readonly ofSilent: (effect: SilentEffect) => AlarmIntent
}

interface JudgeDeps {
  readonly kernel: Kernel
  readonly store: HazardStore
  readonly alarms: AlarmsOfRules
  readonly watch: Pick<FenceWatch, 'areaRules' | 'nearRules'>
}

/** What is changed since it was loaded is judged as it is now, and by who knows that. */
const judgeFences = async (
  { kernel, store, alarms, watch }: JudgeDeps,
  trx: Trx,
  everybody: Everybody,
  cries: ReadonlyMap<number, number>,
  intentOf: (effect: AreaEffect) => AlarmIntent,
): Promise<AlarmIntent[]> => {
  const rules = watch.areaRules()
  if (rules.length === 0) return []
  const asksOfSilent = rules.some(({ fence: each }) => each.type === 'still')
  const quiet = asksOfSilent ? new Map([...(await alarms.devicesWithOpen(trx, alarmType.code.silent)), ...cries]) : undefined
  const known = await store.conditions(trx)
  const { kept, ended, effects } = await inSlices(judgeAreas(rules, known, everybody, kernel.clock.now(), quiet))
  if (kept.length + ended.length === 0) return []
  const concerned = new Set([...kept, ...ended].map(({ fence: id }) => id))
  const held = rules.map(({ fence: each }) => each).filter(({ id }) => concerned.has(id))
  const stands = await store.stillSo(trx, 'fence', held)
  const ofThese = ({ fence: id }: { readonly fence: string }): boolean => stands.has(id)
  await store.keepConditions(trx, kept.filter(ofThese))
  await store.dropConditions(trx, ended.filter(ofThese))
  return effects.filter((effect) => stands.has(fenceOf(effect))).map(intentOf)
}
const judgePoints = async (
  { kernel, store, watch }: JudgeDeps,
  trx: Trx,
  everybody: Everybody,
  whoHas: (device: number) => string | null,
  intentOf: (effect: NearEffect) => AlarmIntent,
): Promise<AlarmIntent[]> => {
  const rules = watch.nearRules()
  if (rules.length === 0) return []
  const known = await store.near(trx)
  const now = kernel.clock.now()
  const hears = rules.some(({ point }) => point.beaconMinor !== null && point.beaconRssi !== null)
  const heard = hears ? await store.heard(trx, now - heardFor) : []
  const { kept, ended, effects } = await inSlices(judgeNear(rules, known, everybody, now, heard, whoHas))
  if (kept.length + ended.length === 0) return []
  const concerned = new Set([...kept, ...ended].map(({ point }) => point))
  const held = rules.map(({ point }) => point).filter(({ id }) => concerned.has(id))
  const stands = await store.stillSo(trx, 'hazard_point', held)
  const ofThese = ({ point }: { readonly point: string }): boolean => stands.has(point)
  await store.keepNear(trx, kept.filter(ofThese))
  await store.dropNear(trx, ended.filter(ofThese))
  return effects.filter((effect) => stands.has(pointOf(effect))).map(intentOf)
}

const judgeStill = async (
  { store, alarms, kernel }: JudgeDeps,
  trx: Trx,
  everybody: Everybody,
  minutes: number | null,
  intentOf: (effect: SilentEffect) => AlarmIntent,
): Promise<{ readonly intents: AlarmIntent[]; readonly raised: ReadonlyMap<number, number> }> => {
  const { silent, sos } = alarmType.code
  const cries = { silent: await alarms.devicesWithOpen(trx, silent), sos: await alarms.devicesWithOpen(trx, sos) }
  const known = await store.stood(trx)
  const { kept, ended, effects } = await inSlices(judgeSilent(minutes, known, everybody, kernel.clock.now(), cries))
  await store.dropStood(trx, ended)
  await store.keepStood(trx, kept)
  const raised = effects.flatMap((effect): [number, number][] =>
    effect.kind === 'raise' ? [[effect.at.device, effect.start]] : [],
  )
  return { intents: effects.map(intentOf), raised: new Map(raised) }
}
/** Nobody is asked whether he moves. */
const noneStill = { intents: [], raised: new Map<number, number>() } as const

/**
 * Judges who does not move, who is inside of what and who near to what, unless another server does; `present` is asked only where that is
 * to be judged. `whoHas` tells it of a device that is not among these, null where nobody may.
 */
export const createJudgePresent = (deps: JudgeDeps) => {
  const { kernel, store, alarms, watch } = deps
  /** Somebody may be written down as standing still, though nobody is asked any more. */
  let mayStand = true
  const applied = async (trx: Trx, intents: readonly AlarmIntent[]): Promise<NumberedEvent[]> => {
    const told: NumberedEvent[] = []
    for (let from = 0; from < intents.length; from += appliedAtOnce)
      told.push(...(await alarms.apply(trx, intents.slice(from, from + appliedAtOnce))))
    return told
  }
  return async (
    present: () => readonly Present[],
    whoHas: (device: number) => string | null,
    { ofFence, ofPoint, ofSilent }: Intents,
  ): Promise<void> => {
    const minutes = kernel.settings.get(hazardSettings.silentMinutes) || null
    const asksStill = minutes !== null || mayStand
    const asksInside = alarms.raisesByArea()
    if (!asksStill && !asksInside && watch.areaRules().length + watch.nearRules().length === 0) return
    const events = await kernel.db.transaction(async (trx) => {
      if (!(await store.takeTurn(trx, judgeEvery * 0.75))) return null
      const all = present()
      await setImmediate()
      const everybody = await inSlices(everybodyOf(all))
      // First: a cry goes before what a fence says of the same.
      const still = asksStill ? await judgeStill(deps, trx, everybody, minutes, ofSilent) : noneStill
      // All at once, at the end: who tells of alarms holds up whoever else does.
      const told = await applied(trx, [
        ...still.intents,
        ...(await judgeFences(deps, trx, everybody, still.raised, ofFence)),
        ...(await judgePoints(deps, trx, everybody, whoHas, ofPoint)),
      ])
      if (!asksInside) return told
      const places = new Map(all.map(({ device, fix }) => [device, fix]))
      return [...told, ...(await alarms.cameInside(trx, (device) => places.get(device)))]
    })
    if (events === null) return
    mayStand = minutes !== null
    kernel.live.publish(events)
    await store.forgetHeard(kernel.clock.now() - heardFor)
  }
}
