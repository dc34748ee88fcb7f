import type { TopicKind } from '../kernel/topic.ts'

export const positionTopics = {
  positions: { needs: ['trackRealMgmt'], events: [] },
} as const satisfies Readonly<Record<string, TopicKind>>
