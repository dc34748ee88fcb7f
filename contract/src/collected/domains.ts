// Written by `npm run collect` from what the folders beside this one declare; never edited.
import { accountDomain } from '../accounts/domain.ts'
import { alarmDomain } from '../alarms/domain.ts'
import { attendanceDomain } from '../attendance/domain.ts'
import { broadcastDomain } from '../broadcasts/domain.ts'
import { caseDomain } from '../cases/domain.ts'
import { deviceDomain } from '../devices/domain.ts'
import { dictionaryDomain } from '../dictionary/domain.ts'
import { fileDomain } from '../files/domain.ts'
import { gateControlDomain } from '../gatecontrol/domain.ts'
import { gateDomain } from '../gates/domain.ts'
import { handoverDomain } from '../handovers/domain.ts'
import { hazardDomain } from '../hazards/domain.ts'
import { healthDomain } from '../health/domain.ts'
import { indoorDomain } from '../indoor/domain.ts'
import { journalDomain } from '../journal/domain.ts'
import { penaltyDomain } from '../penalties/domain.ts'
import { planDomain } from '../plans/domain.ts'
import { positionDomain } from '../positions/domain.ts'
import { pushDomain } from '../push/domain.ts'
import { pushingDomain } from '../pushing/domain.ts'
import { sessionDomain } from '../session/domain.ts'
import { siteDomain } from '../site/domain.ts'
import { telephonyDomain } from '../telephony/domain.ts'
import { trafficDomain } from '../traffic/domain.ts'
import { transferDomain } from '../transfers/domain.ts'
import { videoDomain } from '../video/domain.ts'

export const declaredDomains = {
  accounts: accountDomain,
  alarms: alarmDomain,
  attendance: attendanceDomain,
  broadcasts: broadcastDomain,
  cases: caseDomain,
  devices: deviceDomain,
  dictionary: dictionaryDomain,
  files: fileDomain,
  gatecontrol: gateControlDomain,
  gates: gateDomain,
  handovers: handoverDomain,
  hazards: hazardDomain,
  health: healthDomain,
  indoor: indoorDomain,
  journal: journalDomain,
  penalties: penaltyDomain,
  plans: planDomain,
  positions: positionDomain,
  push: pushDomain,
  pushing: pushingDomain,
  session: sessionDomain,
  site: siteDomain,
  telephony: telephonyDomain,
  traffic: trafficDomain,
  transfers: transferDomain,
  video: videoDomain,
}
