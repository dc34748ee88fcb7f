// Written by `npm run collect` from what the folders beside this one declare; never edited.
import { alarmSettings } from '../alarms/settings.ts'
import { attendanceSettings } from '../attendance/settings.ts'
import { broadcastSettings } from '../broadcasts/settings.ts'
import { deviceSettings } from '../devices/settings.ts'
import { fileSettings } from '../files/settings.ts'
import { gateSettings } from '../gates/settings.ts'
import { hazardSettings } from '../hazards/settings.ts'
import { healthSettings } from '../health/settings.ts'
import { journalSettings } from '../journal/settings.ts'
import { penaltySettings } from '../penalties/settings.ts'
import { positionSettings } from '../positions/settings.ts'
import { pushingSettings } from '../pushing/settings.ts'
import { sessionSettings } from '../session/settings.ts'
import { ownSettings } from '../site/own-settings.ts'
import { telephonySettings } from '../telephony/settings.ts'
import { trafficSettings } from '../traffic/settings.ts'

export const declaredSettings = {
  alarms: alarmSettings,
  attendance: attendanceSettings,
  broadcasts: broadcastSettings,
  devices: deviceSettings,
  files: fileSettings,
  gates: gateSettings,
  hazards: hazardSettings,
  health: healthSettings,
  journal: journalSettings,
  penalties: penaltySettings,
  positions: positionSettings,
  pushing: pushingSettings,
  session: sessionSettings,
  site: ownSettings,
  telephony: telephonySettings,
  traffic: trafficSettings,
}
