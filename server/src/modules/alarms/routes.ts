import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { served } from '../../kernel/serve.ts'
import { message, type SpokenTo } from './message.ts'
import { assign, handlersOf, note, stepsOf, type ProgressContext } from './progress.ts'
import { shelve, unshelve } from './shelve.ts'
import type { AlarmService } from './service.ts'

export const alarmRoutes = (alarms: AlarmService, progress: ProgressContext, devices: SpokenTo) =>
  served(
    alarmCalls,
    {
      listRealAlarmData: (_, asked) => alarms.listOpen(asked),
      getNewestAlarm: (_, asked) => alarms.newest(asked),
      listUnHandleCount: (_, asked) => alarms.countUnhandled(asked),
      listUnHandledPage: (body, asked) => alarms.page(false, body, asked),
      listHandledPage: (body, asked) => alarms.page(true, body, asked),
      listHandledCount: (body, asked) => alarms.countHandled(body, asked),
      getZdAlarmById: ({ id }, asked) => alarms.one(id, asked),
      updateZdAlarm: (form, asked) => alarms.handle(form, asked),
      updateAlarmList: (forms, asked) => alarms.handleAll(forms, asked),
      assignAlarm: (body, asked) => assign(progress, body, asked),
      shelveAlarm: (body, asked) => shelve(progress, body, asked),
      unshelveAlarm: (body, asked) => unshelve(progress, body, asked),
      noteAlarm: (body, asked) => note(progress, body, asked),
      messageAlarmSource: (body, asked) => message(progress, devices, body, asked),
      listAlarmHandler: ({ id }, asked) => handlersOf(progress, id, asked),
      listAlarmStep: ({ id }, asked) => stepsOf(progress, id, asked),
      listAlarmOfSource: (body, asked) => alarms.ofSource(body, asked),
      listAlarmStood: (body, asked) => alarms.stood(body, asked),
      deleteAlarmList: (body, asked) => alarms.hide(body, asked),
      listAlarmStaNumberByArea: (body, asked) => alarms.byArea(body, asked),
      listAlarmStaNumberByType: (body, asked) => alarms.byType(body, asked),
      getAlarmStatistics: (body, asked) => alarms.statistics(body, asked),
    },
    {
      // Of thousands of alarms, or of all that ever were. What tells of those that wait is never among them.
      heavy: [
        'listHandledPage',
        'listHandledCount',
        'listAlarmStood',
        'listAlarmStaNumberByArea',
        'listAlarmStaNumberByType',
        'getAlarmStatistics',
      ],
    },
  )
