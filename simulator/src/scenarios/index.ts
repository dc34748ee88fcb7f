import { overcrowding, twoAtWork } from './overcrowding.ts'
import { silentAlarm, sos } from './calls-for-help.ts'
import { evacuationDrill } from './evacuation-drill.ts'
import { contractorBreach, fenceBreach } from './fence-breach.ts'
import { lostHelmet } from './lost-helmet.ts'
import { morningShift } from './morning-shift.ts'
import type { Scenario } from './scenario.ts'
import { speedingTruckScenario } from './speeding-truck.ts'

export const scenarios: readonly Scenario[] = [
  fenceBreach,
  contractorBreach,
  overcrowding,
  twoAtWork,
  speedingTruckScenario,
  sos,
  silentAlarm,
  lostHelmet,
  evacuationDrill,
  morningShift,
]
