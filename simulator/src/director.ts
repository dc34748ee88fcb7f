import type { Actor } from './actors/actor.ts'
import type { Plant } from './plant.ts'
import { fenceBreach } from './scenarios/fence-breach.ts'
import { scenarios } from './scenarios/index.ts'
import type { Scenario } from './scenarios/scenario.ts'
import type { Random } from './world/random.ts'

export interface DirectorOptions {
  readonly plant: Plant
  readonly random: Random
  /** False: plays only what it is told to. */
  readonly byItself: boolean
  readonly onScenario: (name: string, phase: 'begin' | 'end') => void
}

/** Seconds from the start to the first scenario, and between two. */
const firstAfter = 25
const pause = [120, 240] as const

/** What became of the wish to play a scenario. */
export type Played = 'begun' | 'unknown' | 'busy'

/** Decides which scenario is played when. */
export interface Director {
  /** Busy: somebody it needs plays in another one, or takes no part. */
  play(name: string): Played
  step(now: number): void
}

export const createDirector = ({ plant, random, byItself, onScenario }: DirectorOptions): Director => {
  const running = new Map<Scenario, readonly Actor[]>()
  let nextAt: number | null = null
  let last: Scenario | null = null

  const free = (scenario: Scenario): Actor[] | null => {
    const actors = scenario.actors(plant)
    const present = actors.filter((actor) => actor !== undefined)
    return present.length === actors.length && !present.some(({ traveller }) => traveller.directed) ? present : null
  }
  const begin = (scenario: Scenario): boolean => {
    const actors = running.has(scenario) ? null : free(scenario)
    if (!actors) return false
    running.set(scenario, actors)
    last = scenario
    onScenario(scenario.name, 'begin')
    scenario.begin(plant)
    return true
  }
  const choose = (): void => {
    const possible = scenarios.filter((scenario) => scenario !== last && !running.has(scenario) && free(scenario))
    if (possible.length > 0) begin(random.pick(possible))
  }

  return {
    play: (name) => {
      const scenario = scenarios.find((candidate) => candidate.name === name)
      if (!scenario) return 'unknown'
      return begin(scenario) ? 'begun' : 'busy'
    },
    step: (now) => {
      for (const [scenario, actors] of running) {
        if (actors.some(({ traveller }) => traveller.directed)) continue
        running.delete(scenario)
        onScenario(scenario.name, 'end')
      }
      if (!byItself) return
      if (nextAt === null) nextAt = now + firstAfter * 1000
      if (now < nextAt) return
      nextAt = now + random.between(...pause) * 1000
      if (last !== null || !begin(fenceBreach)) choose()
    },
  }
}
