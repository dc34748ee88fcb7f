import type { DomainName } from '../kernel/domain.ts'

export const alarmDomain = {
  order: 100,
  zh: '报警',
  en: 'Alarms',
  logged: {
    alarm: { zh: '报警', en: 'Alarm', title: 'deviceName', opens: { screen: 'trackRealMgmt', by: 'alarm' } },
  },
  loggedKeys: {
    alarms: { zh: '报警数', en: 'Alarms' },
  },
  asked: {
    by: { zh: '时刻', en: 'Times' },
    alarmType: { zh: '报警类型', en: 'Alarm type' },
    alarmLevel: { zh: '报警级别', en: 'Alarm level' },
    areaId: { zh: '区域', en: 'Area' },
    condition: { zh: '状况', en: 'Condition' },
    status: { zh: '处理状态', en: 'Status' },
    remark: { zh: '备注', en: 'Remark' },
    handleNote: { zh: '处理说明', en: 'Handling note' },
    shelved: { zh: '搁置', en: 'Shelved' },
    minutes: { zh: '搁置分钟数', en: 'Minutes of shelving' },
    userId: { zh: '处理人', en: 'Handler' },
    note: { zh: '备注', en: 'Note' },
    limit: { zh: '条数', en: 'How many' },
    interval: { zh: '统计周期', en: 'Interval' },
    day: { zh: '日期', en: 'Day' },
    wanted: { zh: '不含未报警的', en: 'Raised alone' },
    anyStatus: { zh: '不限处理状态', en: 'Any status' },
    hours: { zh: '时段', en: 'Hours of the day' },
    handledBy: { zh: '处理人', en: 'Handled by' },
    slowerThan: { zh: '处理时长超过', en: 'Took longer than' },
    source: { zh: '报警来源', en: 'Source' },
    place: { zh: '地点', en: 'Place' },
    counted: { zh: '统计指标', en: 'Figure' },
    reasonCode: { zh: '原因', en: 'Reason' },
  },
} as const satisfies DomainName
