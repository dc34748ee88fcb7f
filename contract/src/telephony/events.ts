import type { TopicKind } from '../kernel/topic.ts'

export const telephonyTopics = {
  telephony: { needs: ['call:place'], events: [] },
} as const satisfies Readonly<Record<string, TopicKind>>
