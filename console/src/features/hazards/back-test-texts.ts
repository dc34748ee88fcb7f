import { defineTexts } from '../../shared/i18n/texts.ts'

export const backTestTexts = defineTexts('features/hazards/back-test', {
  title: { zh: '回测', en: 'Back-test' },
  about: {
    zh: '用已存的定位，看表单中的围栏（不必保存）在最近几天会报多少警',
    en: 'What this fence, saved or not, would have raised in the last days, by the positions that are stored',
  },
  period: { zh: '回测时段', en: 'Period' },
  days: { zh: '{n} 天', en: '{n, day|days}' },
  run: { zh: '回测', en: 'Back-test' },
  running: { zh: '正在回测', en: 'Working' },
  stop: { zh: '停止', en: 'Stop' },
  changed: { zh: '表单或时段已改，请重新回测', en: 'The form or the period has changed: back-test again' },
  failed: { zh: '没有回测', en: 'Not back-tested' },
  none: { zh: '最近 {days} 天不会报警', en: 'No alarms in {days, day|days}' },
  noneHint: { zh: '已判断 {n} 台设备的定位', en: 'Judged by the positions of {n, device|devices}' },
  total: {
    zh: '最近 {days} 天会产生 {alarms} 条报警，共 {times} 次',
    en: '{alarms, alarm|alarms} in {days, day|days}, {times, time|times} in all',
  },
  countedWithin: {
    zh: '报警处置前再次发生只计次数；处置后再次发生会另成一条',
    en: 'What happens again before its alarm is handled is counted within it; after that it is an alarm of its own',
  },
  mostOf: { zh: '其中 {n} 次来自 {name}', en: '{n} of them from {name}' },
  raised: { zh: '实际报警：{alarms} 条，共 {times} 次', en: 'Really raised: {alarms, alarm|alarms}, {times, time|times} in all' },
  looked: {
    zh: '按你可见的 {n} 台设备判断，人员、佩戴和部门以现在为准；已停用的围栏按启用判断',
    en: 'Judged by {n, device|devices} that you can see; who wears what, and departments, as they are now; a fence that is off as if it was on',
  },
  perDay: { zh: '次数，按天', en: 'Times, by day' },
  perSource: { zh: '次数，按设备', en: 'Times, by device' },
  unnamed: {
    zh: '有“历史轨迹”权限才能看到是谁、在什么时间',
    en: 'Who it would have been, and when, is shown with the permission for tracks',
  },
  ofFence: { zh: '围栏本身', en: 'The fence itself' },
  moreSources: { zh: '另有 {n} 台设备', en: '{n} more' },
  alarms: { zh: '逐次（新的在前）', en: 'Each time, newest first' },
  goesOn: { zh: '{time}，仍在持续', en: '{time} so far' },
  track: { zh: '轨迹', en: 'Track' },
  showAll: { zh: '显示 {n} 次', en: 'Show {n}' },
  newestOnly: { zh: '只列出最新的 {n} 次', en: 'Only the newest {n} are listed' },
})
