import { outside } from '../actors/person.ts'
import type { Plant } from '../plant.ts'
import type { Metres } from '../world/geometry.ts'
import type { Scenario } from './scenario.ts'

const atMost = 12
/** Metres before the west gate. */
const beforeGate: Metres = [120, 520]
const gate: Metres = [318, 520]
const secondsBetween = 8
const secondsAtWork = 240

const whoIsOff = (plant: Plant) =>
  plant.helmets.filter((helmet) => !helmet.present && !helmet.traveller.directed).slice(0, atMost)

/** People who were off come in through the west gate one after the other, work for a while and go home again. */
export const morningShift: Scenario = {
  name: 'morning-shift',
  actors: (plant) => {
    const off = whoIsOff(plant)
    return off.length > 0 ? off : [undefined]
  },
  begin: (plant) => {
    for (const [order, helmet] of whoIsOff(plant).entries()) {
      const { traveller } = helmet
      traveller.moveTo(beforeGate)
      traveller.direct([
        { kind: 'stay', seconds: 1 + order * secondsBetween },
        { kind: 'do', act: () => (helmet.present = true) },
        { kind: 'go', to: gate, pace: 1.4 },
        { kind: 'stay', seconds: 4 },
        { kind: 'go', to: helmet.workplace, pace: 1.4 },
        { kind: 'stay', seconds: secondsAtWork },
        { kind: 'go', to: beforeGate, pace: 1.4 },
        { kind: 'do', act: () => (helmet.present = false) },
        { kind: 'do', act: () => traveller.moveTo(outside) },
      ])
    }
  },
}
