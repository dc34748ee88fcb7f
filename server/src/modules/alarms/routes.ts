import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { served } from '../../kernel/serve.ts'
import type { AlarmService } from './service.ts'

export const alarmRoutes = (alarms: AlarmService) =>
  served(alarmCalls, {
    listRealAlarmData: (_, asked) => alarms.listOpen(asked),
    getNewestAlarm: (_, asked) => alarms.newest(asked),
    listUnHandleCount: (_, asked) => alarms.countUnhandled(asked),
    listUnHandledPage: (body, asked) => alarms.page(false, body, asked),
    listHandledPage: (body, asked) => alarms.page(true, body, asked),
    listHandledCount: (body, asked) => alarms.countHandled(body, asked),
    getZdAlarmById: ({ id }, asked) => alarms.one(id, asked),
    updateZdAlarm: (form, asked) => alarms.handle(form, asked),
    updateAlarmList: (forms, asked) => alarms.handleAll(forms, asked),
    deleteAlarmList: (body, asked) => alarms.hide(body, asked),
    listAlarmStaNumberByArea: (body, asked) => alarms.byArea(body, asked),
    listAlarmStaNumberByType: (body, asked) => alarms.byType(body, asked),
    getAlarmStatistics: (body, asked) => alarms.statistics(body, asked),
  })
