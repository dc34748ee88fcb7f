import { accountCalls } from './accounts/calls.ts'
import { alarmCalls } from './alarms/calls.ts'
import { attendanceCalls } from './attendance/calls.ts'
import { broadcastCalls } from './broadcasts/calls.ts'
import { deviceCalls } from './devices/calls.ts'
import { dictionaryCalls } from './dictionary/calls.ts'
import { fileCallsFor, uploadNeeds } from './files/calls.ts'
import { gateCalls } from './gates/calls.ts'
import { hazardCalls } from './hazards/calls.ts'
import { indoorCalls } from './indoor/calls.ts'
import { journalCalls } from './journal/calls.ts'
import type { Call } from './kernel/call.ts'
import type { Text } from './kernel/text.ts'
import { planCalls } from './plans/calls.ts'
import { positionCalls } from './positions/calls.ts'
import { pushCalls } from './push/calls.ts'
import { sessionCalls } from './session/calls.ts'
import { siteCalls } from './site/calls.ts'
import { telephonyCalls } from './telephony/calls.ts'
import { trafficCalls } from './traffic/calls.ts'
import { transferCalls } from './transfers/calls.ts'
import { videoCalls } from './video/calls.ts'

/** Every call but those for files, whose rights follow from the records that take files. */
const others = {
  session: sessionCalls,
  accounts: accountCalls,
  dictionary: dictionaryCalls,
  devices: deviceCalls,
  hazards: hazardCalls,
  positions: positionCalls,
  indoor: indoorCalls,
  traffic: trafficCalls,
  gates: gateCalls,
  alarms: alarmCalls,
  plans: planCalls,
  attendance: attendanceCalls,
  video: videoCalls,
  telephony: telephonyCalls,
  broadcasts: broadcastCalls,
  push: pushCalls,
  transfers: transferCalls,
  journal: journalCalls,
  site: siteCalls,
}
const savedElsewhere = Object.values(others).flatMap((calls) => Object.values<Call>(calls))
/** Every call of the product by domain: server, console, simulator, documentation and tests all derive from this list. */
export const domains = { ...others, files: fileCallsFor(uploadNeeds(savedElsewhere)) }
export type Domain = keyof typeof domains

export const domainNames: Readonly<Record<Domain, Text>> = {
  session: { zh: '会话', en: 'Session' },
  accounts: { zh: '部门、人员、角色和权限', en: 'Departments, people, roles and permissions' },
  dictionary: { zh: '数据字典', en: 'Data dictionary' },
  devices: { zh: '设备', en: 'Devices' },
  hazards: { zh: '危险源、危险区域和电子围栏', en: 'Hazard sources, hazard areas and electronic fences' },
  positions: { zh: '定位', en: 'Positions' },
  indoor: { zh: '室内', en: 'Indoor' },
  traffic: { zh: '车辆通行', en: 'Vehicle traffic' },
  gates: { zh: '门禁和访客', en: 'Gates and visitors' },
  alarms: { zh: '报警', en: 'Alarms' },
  plans: { zh: '应急预案', en: 'Response plans' },
  attendance: { zh: '考勤和薪资', en: 'Attendance and salary' },
  video: { zh: '视频', en: 'Video' },
  telephony: { zh: '通话', en: 'Telephony' },
  broadcasts: { zh: '播报和通知', en: 'Broadcasts and notices' },
  push: { zh: '推送', en: 'Push' },
  transfers: { zh: '导入导出', en: 'Import and export' },
  journal: { zh: '系统日志', en: 'System log' },
  site: { zh: '站点', en: 'Site' },
  files: { zh: '文件', en: 'Files' },
}
