// Written by `npm run collect` from what the folders beside this one declare; never edited.
import { deviceAlarmTypes } from '../devices/alarm-types.ts'
import { gateAlarmTypes } from '../gates/alarm-types.ts'
import { hazardAlarmTypes } from '../hazards/alarm-types.ts'
import { penaltyAlarmTypes } from '../penalties/alarm-types.ts'
import { trafficAlarmTypes } from '../traffic/alarm-types.ts'

export const declaredAlarmTypes = {
  devices: deviceAlarmTypes,
  gates: gateAlarmTypes,
  hazards: hazardAlarmTypes,
  penalties: penaltyAlarmTypes,
  traffic: trafficAlarmTypes,
}
