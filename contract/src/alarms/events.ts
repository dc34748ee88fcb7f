import { event, type TopicKind } from '../kernel/topic.ts'
import { alarm } from './entities.ts'

export const alarmTopics = {
  alarms: {
    needs: ['alarmRealMgmt'],
    events: [
      event('alarmRaised', 'alarms', alarm),
      // Handled, returned, counted again: the alarm as it now stands.
      event('alarmChanged', 'alarms', alarm),
    ],
  },
} as const satisfies Readonly<Record<string, TopicKind>>
