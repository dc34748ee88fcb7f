import { z } from 'zod'
import { event, type TopicKind } from '../kernel/topic.ts'
import { fence } from './fence.ts'

export const hazardTopics = {
  devices: {
    needs: ['trackRealMgmt', 'dangAreaDrawMgmt'],
    events: [event('fenceChanged', 'devices', z.object({ id: z.string(), fence: fence.record.nullable() }))],
  },
} as const satisfies Readonly<Record<string, TopicKind>>
