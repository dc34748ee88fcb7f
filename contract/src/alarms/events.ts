import { event, type TopicKind } from '../kernel/topic.ts'
import { alarm, alarmFlood } from './entities.ts'

export const alarmTopics = {
  alarms: {
    needs: ['alarmRealMgmt'],
    events: [
      event('alarmRaised', 'alarms', alarm),
      // Handled, returned, counted again: the alarm as it now stands.
      event('alarmChanged', 'alarms', alarm),
      // A flood of alarms began, goes on with another number, or is over.
      event('alarmFlood', 'alarms', alarmFlood),
    ],
  },
} as const satisfies Readonly<Record<string, TopicKind>>
