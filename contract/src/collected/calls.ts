// Written by `npm run collect` from what the folders beside this one declare; never edited.
import { accountCalls } from '../accounts/calls.ts'
import { alarmCalls } from '../alarms/calls.ts'
import { attendanceCalls } from '../attendance/calls.ts'
import { broadcastCalls } from '../broadcasts/calls.ts'
import { caseCalls } from '../cases/calls.ts'
import { deviceCalls } from '../devices/calls.ts'
import { dictionaryCalls } from '../dictionary/calls.ts'
import { gateControlCalls } from '../gatecontrol/calls.ts'
import { gateCalls } from '../gates/calls.ts'
import { handoverCalls } from '../handovers/calls.ts'
import { hazardCalls } from '../hazards/calls.ts'
import { healthCalls } from '../health/calls.ts'
import { indoorCalls } from '../indoor/calls.ts'
import { journalCalls } from '../journal/calls.ts'
import { penaltyCalls } from '../penalties/calls.ts'
import { planCalls } from '../plans/calls.ts'
import { positionCalls } from '../positions/calls.ts'
import { pushCalls } from '../push/calls.ts'
import { pushingCalls } from '../pushing/calls.ts'
import { sessionCalls } from '../session/calls.ts'
import { siteCalls } from '../site/calls.ts'
import { telephonyCalls } from '../telephony/calls.ts'
import { trafficCalls } from '../traffic/calls.ts'
import { transferCalls } from '../transfers/calls.ts'
import { videoCalls } from '../video/calls.ts'

export const declaredCalls = {
  accounts: accountCalls,
  alarms: alarmCalls,
  attendance: attendanceCalls,
  broadcasts: broadcastCalls,
  cases: caseCalls,
  devices: deviceCalls,
  dictionary: dictionaryCalls,
  gatecontrol: gateControlCalls,
  gates: gateCalls,
  handovers: handoverCalls,
  hazards: hazardCalls,
  health: healthCalls,
  indoor: indoorCalls,
  journal: journalCalls,
  penalties: penaltyCalls,
  plans: planCalls,
  positions: positionCalls,
  push: pushCalls,
  pushing: pushingCalls,
  session: sessionCalls,
  site: siteCalls,
  telephony: telephonyCalls,
  traffic: trafficCalls,
  transfers: transferCalls,
  video: videoCalls,
}
