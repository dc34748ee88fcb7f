import { z } from 'zod'
import { event, type TopicKind } from '../kernel/topic.ts'
import { passDirection, passResult } from './gate-access.ts'
import { visitStatus } from './visit.ts'

/** Neither names anybody: who hears it asks for the record, as far as he may see it. */
export const gateTopics = {
  gates: {
    needs: ['guardDeskMgmt', 'personOutInMgmt', 'visitRecordMgmt'],
    events: [
      event(
        'gatePassed',
        'gates',
        z.object({ id: z.string(), gateId: z.string(), direction: passDirection.schema, result: passResult.schema }),
      ),
      event('visitChanged', 'gates', z.object({ id: z.string(), status: visitStatus.schema })),
    ],
  },
} as const satisfies Readonly<Record<string, TopicKind>>
