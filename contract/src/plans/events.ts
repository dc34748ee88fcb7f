import type { TopicKind } from '../kernel/topic.ts'

export const planTopics = {
  plans: { needs: ['planResultMgmt'], events: [] },
} as const satisfies Readonly<Record<string, TopicKind>>
