import { liZhiwei, maChanglin, zhengGuodong } from '../cast.ts'
import type { Scenario } from './scenario.ts'

/** 李志伟 presses the SOS key at the preheater and waits for help. */
export const sos: Scenario = {
  name: 'sos',
  actors: (plant) => [plant.helmet(liZhiwei.hatNo)],
  begin: (plant) => {
    const helmet = plant.helmet(liZhiwei.hatNo)
    helmet?.traveller.direct([
      { kind: 'stay', seconds: 3 },
      { kind: 'do', act: () => helmet.callForHelp('press') },
      { kind: 'stay', seconds: 60 },
    ])
  },
}

/** Seconds without a move after which a helmet calls by itself, and until somebody sets out. */
const still = 135
const setsOutAfter = 30
/** m/s. */
const hurrying = 1.8
const secondsTogether = 45

/** 马长林 lies still in the clinker silo's gallery until the helmet calls by itself; 郑国栋 walks to him, and both go back to work. */
export const silentAlarm: Scenario = {
  name: 'silent-alarm',
  actors: (plant) => [plant.helmet(maChanglin.hatNo), plant.helmet(zhengGuodong.hatNo)],
  begin: (plant) => {
    const [helmet, helper] = [plant.helmet(maChanglin.hatNo), plant.helmet(zhengGuodong.hatNo)]
    if (!helmet || !helper) return
    const lying = helmet.traveller
    let helped = false
    lying.direct([
      { kind: 'stay', seconds: still },
      { kind: 'do', act: () => helmet.callForHelp('silent') },
      { kind: 'wait', until: () => helped },
    ])
    helper.traveller.direct([
      { kind: 'stay', seconds: still + setsOutAfter },
      { kind: 'go', to: lying.place, pace: hurrying },
      { kind: 'stay', seconds: secondsTogether },
      { kind: 'do', act: () => (helped = true) },
    ])
  },
}
