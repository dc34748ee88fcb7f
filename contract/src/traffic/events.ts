import type { TopicKind } from '../kernel/topic.ts'

export const trafficTopics = {
  traffic: { needs: ['trafficOverMgmt', 'trafficStopMgmt', 'trafficEventMgmt'], events: [] },
} as const satisfies Readonly<Record<string, TopicKind>>
