// Written by `npm run collect` from what the folders beside this one declare; never edited.
import { alarmTopics } from '../alarms/events.ts'
import { gateTopics } from '../gates/events.ts'
import { hazardTopics } from '../hazards/events.ts'
import { penaltyTopics } from '../penalties/events.ts'
import { planTopics } from '../plans/events.ts'
import { positionTopics } from '../positions/events.ts'
import { pushTopics } from '../push/events.ts'
import { sessionTopics } from '../session/events.ts'
import { telephonyTopics } from '../telephony/events.ts'
import { trafficTopics } from '../traffic/events.ts'
import { transferTopics } from '../transfers/events.ts'

export const declaredTopics = {
  alarms: alarmTopics,
  gates: gateTopics,
  hazards: hazardTopics,
  penalties: penaltyTopics,
  plans: planTopics,
  positions: positionTopics,
  push: pushTopics,
  session: sessionTopics,
  telephony: telephonyTopics,
  traffic: trafficTopics,
  transfers: transferTopics,
}
