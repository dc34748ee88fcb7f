import type { Actor } from '../actors/actor.ts'
import type { Plant } from '../plant.ts'

/** A story in which somebody does for a while what ordinary life would not do. */
export interface Scenario {
  readonly name: string
  /** Whom it takes over; without all of them it cannot be played. */
  actors(plant: Plant): (Actor | undefined)[]
  /** Gives them their orders; the story has ended when none of them has orders left. */
  begin(plant: Plant): void
}
