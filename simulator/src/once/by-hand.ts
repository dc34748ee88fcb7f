import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { createClient } from '@vigil/contract/kernel/client.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { randomInt } from 'node:crypto'
import { wait } from '../links/backoff.ts'
import { lengthOf, type Source } from '../scenarios/once.ts'
import type { Ask } from '../seeding.ts'
import { createPlayers } from './play.ts'
import { alarmsOf, setUpAll, switchOn, undoAll, type Stage, type Undo } from './stage.ts'

export interface ByHandOptions {
  /** Without a slash at the end. */
  readonly origin: string
  readonly deviceKey: string
  /** IANA name of the site's zone. */
  readonly timeZone: string
  /** Of somebody who may change devices, fences, hazard sources, departments and the site's settings, and sees alarms. */
  readonly account: { readonly userName: string; readonly password: string }
  /** It is given up, and what was made for it is taken away. */
  readonly stopping: AbortSignal
  readonly onProblem: (problem: string) => void
  /** What is played, and when it is over how many alarms came of it. */
  readonly tell: (event: Readonly<Record<string, unknown>>) => void
}

const minute = 60_000
const beat = 100
/** Every so many ms that the server judges what is wrong with devices, and a moment more. */
const judgedWithin = 15_000

const isAsTold = ({ source, course }: Stage, found: readonly Alarm[]): boolean => {
  const least = course.alarms === 'one' ? 1 : 0
  const most = course.alarms === 'none' ? 0 : 1
  return found.length >= least && found.length <= most && found.every(({ alarmType }) => alarmType === source.alarmType)
}

const playAll = async ({ origin, deviceKey, stopping, onProblem }: ByHandOptions, stages: readonly Stage[]): Promise<void> => {
  const players = createPlayers(stages, { origin, deviceKey, onProblem })
  try {
    // Hours of a fence begin with a minute; helmets tell whole seconds.
    const begins = stages.some(({ source }) => source.holdsFrom !== undefined) ? minute : 1_000
    const start = Math.ceil(Date.now() / begins) * begins
    await wait(start - Date.now(), stopping)
    if (stopping.aborted) return
    players.play(0, start)
    for (const stage of stages) await stage.draw(start)
    const last = Math.max(...stages.map(({ course }) => lengthOf(course)))
    for (let second = 1; second <= last && !stopping.aborted; second += 1) {
      while (Date.now() < start + second * 1000 && !stopping.aborted) await wait(beat, stopping)
      players.play(second, start)
    }
    await wait(judgedWithin, stopping)
  } finally {
    await players.stop()
  }
}

const tellOf = async (ask: Ask, stages: readonly Stage[], tell: ByHandOptions['tell']): Promise<boolean> => {
  const { list } = await ask(alarmCalls.listRealAlarmData, undefined)
  const found = stages.map((stage) => {
    const ofStage = alarmsOf(stage, list)
    const asTold = isAsTold(stage, ofStage)
    const { source, course } = stage
    tell({ event: 'once', name: source.name, played: course.told, expected: course.alarms, alarms: ofStage.length, asTold })
    return asTold
  })
  return found.every((asTold) => asTold)
}

/** Plays all courses of these sources at once, in their own time, on a site that runs; whether each raised what it should. */
export const playByHand = async (options: ByHandOptions, sources: readonly Source[]): Promise<boolean> => {
  const { origin, account, timeZone, tell, stopping } = options
  const token = await createClient({ origin }).ask(sessionCalls.login, { ...account })
  const { ask } = createClient({ origin, token: () => token })
  const run = String(randomInt(1_000, 10_000))
  const undo: Undo[] = [() => ask(sessionCalls.logout, undefined)]
  try {
    undo.push(await switchOn(ask, sources))
    const stages = await setUpAll({ ask, timeZone, run }, sources)
    undo.push(...stages.map(({ strike }) => strike))
    for (const { name } of sources) tell({ event: 'scenario', name, phase: 'begin' })
    await playAll(options, stages)
    if (stopping.aborted) return false
    const asTold = await tellOf(ask, stages, tell)
    for (const { name } of sources) tell({ event: 'scenario', name, phase: 'end' })
    return asTold
  } finally {
    await undoAll(undo)
  }
}
