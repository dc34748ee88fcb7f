import type { TopicKind } from '../kernel/topic.ts'

export const pushTopics = {
  push: { needs: ['pushRecordMgmt'], events: [] },
} as const satisfies Readonly<Record<string, TopicKind>>
