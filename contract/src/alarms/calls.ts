import { z } from 'zod'
import { call, nothing, type Needs } from '../kernel/call.ts'
import { listing } from '../kernel/listings.ts'
import { byDepartment, countCall, id, optionalBody, pageCall, recordFields, requiredText, text, time } from '../kernel/shapes.ts'
import {
  alarm,
  alarmCondition,
  alarmFlood,
  alarmForm,
  alarmHandler,
  alarmReason,
  alarmStep,
  handlingStatus,
  shelvedAtMost,
  shelveReason,
} from './entities.ts'
import { knownBy } from './known-by.ts'
import { alarmStood, stoodOfObjectsAtMost } from './stood.ts'
import { alarmStatistics, countedBy, statisticsQuery } from './statistics.ts'

/**
 * What lists alarms follows two kinds of news: `openAlarm`, that one came or went on, which events tell, and `alarm`, that one was handled
 * or hidden.
 */
const seesAlarms: Needs = { anyOf: ['alarmRealMgmt', 'alarmHisMgmt'] }
const handlesAlarms: Needs = { anyOf: ['alarm:handle'] }
const filter = {
  keyword: text(64).optional(),
  alarmType: z.number().int().min(0).max(9999).optional(),
  alarmLevel: z.number().int().min(1).max(3).optional(),
  areaId: id.optional(),
  ...byDepartment,
  condition: alarmCondition.schema.optional(),
  startTime: time.optional(),
  endTime: time.optional(),
  /** Only these alarms. */
  ids: z.array(id).max(1000).optional(),
}
const waiting = {
  ...filter,
  status: z.literal([handlingStatus.code.unhandled, handlingStatus.code.inProgress]).optional(),
  /** Those alone that are put aside, or that are not; both unless said. */
  shelved: z.boolean().optional(),
}
const handled = { ...filter, reasonCode: alarmReason.schema.optional(), ...countedBy }
/** An alarm as somebody read it. */
const asRead = { id, version: recordFields.version.optional() }
/** Alarms of one source that are told at a time. */
const alarmsOfSourceAtMost = 50
const period = { startTime: time.optional(), endTime: time.optional() }

export const alarmCalls = {
  listRealAlarmData: call({
    path: '/zd/zdAlarm/listRealAlarmData',
    describe: {
      zh: '实时报警：未处理和处理中的，一级在前、新的在前，最多 1000 条',
      en: 'Live alarms: unhandled and in progress, level one first, newest first, 1000 at most',
    },
    needs: seesAlarms,
    reads: true,
    body: nothing,
    data: z.object({ list: z.array(alarm), total: z.number().int(), seq: z.number().int(), flood: alarmFlood }),
  }),
  getNewestAlarm: call({
    path: '/zd/zdAlarm/getNewestAlarm',
    describe: { zh: '最新一条未处理报警，不含搁置的', en: 'The newest unhandled alarm that is not shelved' },
    needs: seesAlarms,
    reads: true,
    body: nothing,
    data: alarm.nullable(),
  }),
  listUnHandleCount: call({
    path: '/zd/zdAlarm/listUnHandleCount',
    describe: { zh: '未处理报警数，按级别，不含搁置的', en: 'Unhandled alarms by level, those that are shelved not counted' },
    needs: 'signedIn',
    reads: true,
    body: nothing,
    data: z.object({
      total: z.number().int(),
      levels: z.array(z.object({ alarmLevel: z.number().int(), count: z.number().int() })),
    }),
  }),
  listUnHandledPage: listing(
    ['openAlarm'],
    pageCall({
      path: '/zd/zdAlarm/listUnHandledPage',
      describe: { zh: '未处理报警分页，含处理中的', en: 'Unhandled alarms, paged; those in progress too' },
      needs: seesAlarms,
      filter: waiting,
      item: alarm,
    }),
  ),
  listHandledPage: listing(
    ['alarm'],
    pageCall({
      path: '/zd/zdAlarm/listHandledPage',
      describe: {
        zh: '已处理报警分页，或统计数字背后的报警',
        en: 'Handled alarms, or those behind a number of the statistics, paged',
      },
      needs: seesAlarms,
      filter: handled,
      item: alarm,
    }),
  ),
  listHandledCount: listing(
    ['alarm'],
    countCall({
      path: '/zd/zdAlarm/listHandledCount',
      describe: {
        zh: '已处理报警数，或统计数字背后的报警数',
        en: 'The number of handled alarms, or of those behind a number of the statistics',
      },
      needs: seesAlarms,
      filter: handled,
    }),
  ),
  getZdAlarmById: listing(
    ['openAlarm', 'alarm'],
    call({
      path: '/zd/zdAlarm/getZdAlarmById',
      describe: { zh: '一条报警', en: 'One alarm' },
      needs: seesAlarms,
      reads: true,
      body: z.object({ id }),
      data: alarm,
      codes: ['notFound'],
    }),
  ),
  /**
   * Of one that is handled already a reason, a remark or a note is added to its record; who handled it, and when, stays. Without a version
   * no others are written over: that is a `conflict` too. A `conflict` has the alarm as it stands, and as `saveCall` says who brought it
   * there: whoever sees the alarm is told who that is, by `handleUser` too; nobody where the alarm itself went on.
   */
  updateZdAlarm: call({
    path: '/zd/zdAlarm/updateZdAlarm',
    describe: { zh: '确认报警；处理人取自会话', en: 'Confirm an alarm; who handled it is taken from the session' },
    needs: handlesAlarms,
    body: alarmForm,
    data: alarm,
    codes: ['notFound', 'conflict'],
  }),
  updateAlarmList: call({
    path: '/zd/zdAlarm/updateAlarmList',
    describe: { zh: '批量确认报警，全部成功或全部不变', en: 'Confirm several alarms, all or none' },
    needs: handlesAlarms,
    // As many as it takes, each with remarks of the full length in Chinese.
    bodyLimit: 2 * 1024 * 1024,
    body: z.array(alarmForm).min(1).max(500),
    data: z.array(alarm),
    codes: ['notFound', 'conflict'],
  }),
  /** What stands in the way is said as by `updateZdAlarm`. */
  assignAlarm: call({
    path: '/zd/zdAlarm/assignAlarm',
    describe: {
      zh: '接手报警，或转派给能处理它的人；状态变为处理中',
      en: 'Take an alarm over, or assign it to somebody who may handle it; it is in progress then',
    },
    needs: handlesAlarms,
    body: z.object({ ...asRead, userId: id.optional(), note: text(500).optional() }),
    data: alarm,
    codes: ['notFound', 'conflict'],
  }),
  shelveAlarm: call({
    path: '/zd/zdAlarm/shelveAlarm',
    describe: {
      zh: '搁置报警若干分钟：不响、不在报警栏，恢复和再次发生都不结束搁置；一级从首次搁置起最多 1 小时，求救不能搁置；只限数据范围内的报警',
      en: 'Shelve an alarm for some minutes, in silence and out of the column, however often it returns and comes again: level one for an hour at most from the first time until it comes back, a call for help never; within the data scope alone',
    },
    needs: handlesAlarms,
    body: z.object({
      ...asRead,
      minutes: z.number().int().min(1).max(shelvedAtMost.others),
      /** Ends with the shift where that is sooner. */
      shiftEnd: z.boolean().optional(),
      reasonCode: shelveReason.schema,
      note: text(500).optional(),
    }),
    data: alarm,
    codes: ['notFound', 'conflict'],
  }),
  unshelveAlarm: call({
    path: '/zd/zdAlarm/unshelveAlarm',
    describe: { zh: '结束搁置', en: 'End the shelving of an alarm' },
    needs: handlesAlarms,
    body: z.object(asRead),
    data: alarm,
    codes: ['notFound', 'conflict'],
  }),
  noteAlarm: call({
    path: '/zd/zdAlarm/noteAlarm',
    describe: { zh: '给未处理完的报警加备注', en: 'Add a note to an open alarm' },
    needs: handlesAlarms,
    body: z.object({ id, note: requiredText(500) }),
    data: alarmStep,
    codes: ['notFound'],
  }),
  messageAlarmSource: call({
    path: '/zd/zdAlarm/messageAlarmSource',
    describe: {
      zh: '给未处理完的报警的安全帽或车辆发送文字消息，发送结果记入经过',
      en: 'Send words to the helmet or vehicle of an open alarm; what became of them is a step of the alarm',
    },
    needs: handlesAlarms,
    body: z.object({ id, message: requiredText(120) }),
    data: alarmStep,
    codes: ['notFound'],
  }),
  listAlarmHandler: call({
    path: '/zd/zdAlarm/listAlarmHandler',
    describe: { zh: '能处理一条报警的人', en: 'Who may handle an alarm' },
    needs: handlesAlarms,
    reads: true,
    body: z.object({ id }),
    data: z.array(alarmHandler),
    codes: ['notFound'],
  }),
  listAlarmStep: listing(
    ['openAlarm', 'alarm'],
    call({
      path: '/zd/zdAlarm/listAlarmStep',
      describe: { zh: '一条报警的经过，从早到晚', en: 'What became of an alarm, step by step' },
      needs: seesAlarms,
      reads: true,
      body: z.object({ id }),
      data: z.array(alarmStep),
      codes: ['notFound'],
    }),
  ),
  listAlarmOfSource: listing(
    ['openAlarm', 'alarm'],
    call({
      path: '/zd/zdAlarm/listAlarmOfSource',
      describe: {
        zh: '与一条报警同来源的报警，含它自己，新的在前',
        en: 'The alarms of the source that an alarm comes from, that alarm among them, newest first',
      },
      needs: seesAlarms,
      reads: true,
      body: z.object({ id, limit: z.number().int().min(1).max(alarmsOfSourceAtMost).default(10) }),
      data: z.array(alarm),
      codes: ['notFound'],
    }),
  ),
  listAlarmStood: listing(
    ['openAlarm', 'alarm'],
    call({
      path: '/zd/zdAlarm/listAlarmStood',
      describe: {
        zh: '一段时间里某一刻存在过的报警，可只取若干设备的，各按当时的处理状态和是否持续分段；新的在前，最多 1000 条',
        en: 'The alarms that stood at some moment of a time, of some moving objects alone where these are given, each in stretches of how far it was handled and whether it lasted then; newest first, 1000 at most',
      },
      needs: seesAlarms,
      reads: 'privately',
      body: z.object({
        startTime: time,
        endTime: time,
        by: knownBy.schema,
        /** Those of these moving objects alone, as in position frames. */
        objectIds: z.array(z.number().int().min(0).max(2_147_483_647)).min(1).max(stoodOfObjectsAtMost).optional(),
      }),
      data: z.object({ list: z.array(alarmStood), cut: z.boolean() }),
    }),
  ),
  deleteAlarmList: call({
    path: '/zd/zdAlarm/deleteAlarmList',
    describe: { zh: '隐藏已处理的报警，记录保留', en: 'Hide handled alarms; the records stay' },
    needs: { anyOf: ['alarm:delete'] },
    body: z.object({ ids: z.array(id).min(1).max(500) }),
    data: z.object({ hidden: z.number().int() }),
    codes: ['notFound'],
  }),
  listAlarmStaNumberByArea: listing(
    ['alarm', 'openAlarm'],
    call({
      path: '/zd/zdAlarm/listAlarmStaNumberByArea',
      describe: { zh: '按区域统计报警，默认今天', en: 'Alarms by area, today by default' },
      needs: 'signedIn',
      reads: true,
      body: optionalBody(period),
      data: z.array(
        z.object({
          areaId: z.string().nullable(),
          areaName: z.string(),
          total: z.number().int(),
          levels: z.tuple([z.number().int(), z.number().int(), z.number().int()]),
        }),
      ),
    }),
  ),
  listAlarmStaNumberByType: listing(
    ['alarm', 'openAlarm'],
    call({
      path: '/zd/zdAlarm/listAlarmStaNumberByType',
      describe: {
        zh: '按类型统计报警和每小时数量，默认今天',
        en: 'Alarms by type with their number in each hour, today by default',
      },
      needs: 'signedIn',
      reads: true,
      body: optionalBody(period),
      data: z.array(
        z.object({
          alarmType: z.number().int(),
          total: z.number().int(),
          yesterday: z.number().int(),
          hours: z.array(z.number().int()),
        }),
      ),
    }),
  ),
  getAlarmStatistics: listing(
    ['alarm', 'openAlarm'],
    call({
      path: '/zd/zdAlarm/getAlarmStatistics',
      describe: {
        zh: '报警统计：一天、一周、一月或最近 24 小时，按区域、类型、级别、时刻、班次和处理人，及报警系统自身的指标',
        en: 'Alarm statistics of a day, week, month or the last 24 hours: by area, type, level, hour, shift and operator, with the figures of the alarm system itself',
      },
      needs: { anyOf: ['alarmStatisticMgmt'] },
      reads: true,
      body: optionalBody(statisticsQuery.shape),
      data: alarmStatistics,
    }),
  ),
}
