import { field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'
import {
  alarm,
  alarmCondition,
  alarmLevel,
  alarmReason,
  alarmType,
  handlingStatus,
  shelveReason,
  suppressReason,
} from './entities.ts'

const times = { min: 1, max: 2_147_483_647 } as const

/** An alarm as lists and sheets show it: what a rule raised, and how it was handled. Nobody saves one as a record. */
export const alarmList = {
  ...noun({
    name: 'alarm',
    word: { zh: '报警', en: 'alarm' },
    words: { zh: '报警', en: 'alarms' },
    route: 'alarmHisMgmt',
    fields: {
      deviceName: field.text({ zh: '对象', en: 'Subject' }, 64),
    },
    shown: {
      alarmLevel: field.requiredChoice({ zh: '级别', en: 'Level' }, alarmLevel),
      alarmType: field.requiredChoice({ zh: '类型', en: 'Type' }, alarmType),
      alarmName: field.text({ zh: '报警名称', en: 'Alarm name' }, 64),
      result: field.text({ zh: '报警信息', en: 'Alarm info' }, 300),
      userName: field.text({ zh: '人员', en: 'Person' }, 64),
      plateNumber: field.text({ zh: '车牌号', en: 'Plate number' }, 16),
      /** As it was called when the alarm was raised, whatever became of it since. */
      areaName: field.text({ zh: '区域', en: 'Area' }, 64),
      deptName: field.text({ zh: '部门', en: 'Department' }, 64),
      findTime: field.time({ zh: '首次', en: 'First' }),
      lastTime: field.time({ zh: '最近', en: 'Latest' }),
      count: field.requiredNumber({ zh: '次数', en: 'Count' }, times),
      condition: field.requiredChoice({ zh: '状况', en: 'Condition' }, alarmCondition),
      endTime: field.time({ zh: '恢复时间', en: 'Back to normal at' }),
      status: field.requiredChoice({ zh: '处理状态', en: 'Status' }, handlingStatus),
      assignee: field.text({ zh: '接手人', en: 'Assigned to' }, 64),
      shelvedUntil: field.time({ zh: '搁置到', en: 'Shelved until' }),
      shelvedBy: field.text({ zh: '搁置人', en: 'Shelved by' }, 64),
      shelveReason: field.choice({ zh: '搁置原因', en: 'Reason for shelving' }, shelveReason),
      suppressed: field.choice({ zh: '未报警原因', en: 'Why not raised' }, suppressReason),
      handleUser: field.text({ zh: '处理人', en: 'Handled by' }, 64),
      handleTime: field.time({ zh: '处理时间', en: 'Handled at' }),
      reasonCode: field.choice({ zh: '原因', en: 'Reason' }, alarmReason),
      handleNote: field.text({ zh: '处理说明', en: 'Handling note' }, 500),
    },
    title: 'deviceName',
    key: 'deviceName',
    search: ['userName', 'plateNumber', 'deviceName', 'areaName', 'alarmName'],
    filters: ['alarmLevel', 'alarmType', 'condition', 'status', 'reasonCode'],
    imports: false,
  }),
  record: alarm,
  deptBy: 'deptId',
}

/** The same where alarms are listed that wait to be handled. */
export const openAlarmList = { ...alarmList, name: 'openAlarm', route: 'alarmRealMgmt' } as const
