import type { TopicKind } from '../kernel/topic.ts'

export const sessionTopics = {
  session: { needs: [], events: [] },
} as const satisfies Readonly<Record<string, TopicKind>>
