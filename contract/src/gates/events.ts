import type { TopicKind } from '../kernel/topic.ts'

export const gateTopics = {
  gates: { needs: ['personOutInMgmt', 'visitRecordMgmt'], events: [] },
} as const satisfies Readonly<Record<string, TopicKind>>
