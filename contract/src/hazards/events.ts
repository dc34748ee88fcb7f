import type { TopicKind } from '../kernel/topic.ts'

export const hazardTopics = {
  devices: { needs: ['trackRealMgmt', 'dangAreaDrawMgmt'], events: [] },
} as const satisfies Readonly<Record<string, TopicKind>>
