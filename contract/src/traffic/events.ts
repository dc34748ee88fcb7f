import { event, type TopicKind } from '../kernel/topic.ts'
import { trafficStop } from './traffic-stop.ts'

export const trafficTopics = {
  traffic: {
    needs: ['trafficOverMgmt', 'trafficStopMgmt', 'alarmRealMgmt'],
    events: [
      // A vehicle that drives too fast, once a drive.
      event('speedingFound', 'traffic', trafficStop.record),
      // Handled, or over: the record as it now stands.
      event('trafficStopChanged', 'traffic', trafficStop.record),
    ],
  },
} as const satisfies Readonly<Record<string, TopicKind>>
