import { z } from 'zod'
import { event, type TopicKind } from '../kernel/topic.ts'

export const penaltyTopics = {
  penalties: {
    needs: ['penaltyMgmt'],
    events: [
      // A bar of a vehicle began, ended by itself or was lifted; another of the same vehicle may stand.
      event('vehicleBarred', 'penalties', z.object({ plateNumber: z.string(), isBarred: z.boolean() })),
    ],
  },
} as const satisfies Readonly<Record<string, TopicKind>>
