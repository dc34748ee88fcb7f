import type { TopicKind } from '../kernel/topic.ts'

export const transferTopics = {
  tasks: { needs: [], events: [] },
} as const satisfies Readonly<Record<string, TopicKind>>
