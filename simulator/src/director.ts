import type { Actor } from './actors/actor.ts'
import type { Plant } from './plant.ts'
import { scenarios } from './scenarios/index.ts'
import type { Scenario } from './scenarios/scenario.ts'
import { story, storySeconds } from './story.ts'

export interface DirectorOptions {
  readonly plant: Plant
  /** True: plays the story again and again; false: only what it is told to. */
  readonly byItself: boolean
  readonly onScenario: (name: string, phase: 'begin' | 'end') => void
}

/** What became of the wish to play a scenario. */
export type Played = 'begun' | 'unknown' | 'busy'

/** Decides which scenario is played when. */
export interface Director {
  /** Busy: somebody it needs plays in another one, or takes no part. */
  play(name: string): Played
  step(now: number): void
}

export const createDirector = ({ plant, byItself, onScenario }: DirectorOptions): Director => {
  const running = new Map<Scenario, readonly Actor[]>()
  let startedAt: number | null = null
  /** Parts of the story that were begun, or could not be. */
  let told = 0

  const free = (scenario: Scenario): Actor[] | null => {
    const actors = scenario.actors(plant)
    const present = actors.filter((actor) => actor !== undefined)
    return present.length === actors.length && !present.some(({ traveller }) => traveller.directed) ? present : null
  }
  const begin = (scenario: Scenario): boolean => {
    const actors = running.has(scenario) ? null : free(scenario)
    if (!actors) return false
    running.set(scenario, actors)
    onScenario(scenario.name, 'begin')
    scenario.begin(plant)
    return true
  }
  const named = (name: string): Scenario | undefined => scenarios.find((candidate) => candidate.name === name)
  /** ms since 1970 of the next part of the story. */
  const nextAt = (from: number): number => {
    const part = story[told % story.length]
    return from + (Math.floor(told / story.length) * storySeconds + (part?.at ?? 0)) * 1000
  }

  return {
    play: (name) => {
      const scenario = named(name)
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
      startedAt ??= now
      for (; now >= nextAt(startedAt); told += 1) {
        const scenario = named(story[told % story.length]?.scenario ?? '')
        if (scenario) begin(scenario)
      }
    },
  }
}
