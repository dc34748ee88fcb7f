import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import type { telephonyCalls } from '@vigil/contract/telephony/calls.ts'
import type { CallOutcome, Party } from '@vigil/contract/telephony/entities.ts'
import { theSystem, type Asked } from '../../kernel/caller.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { recordsChanged } from '../../kernel/record-changes.ts'
import { createCallLogStore, type ChangedCall, type NewCall } from './call-log.store.ts'

/** Milliseconds after which a call of which nobody is there any more is over: one whose line broke is back by then. */
const forsakenAfter = 90_000

type Filter = NonNullable<BodyOf<typeof telephonyCalls.listZdCall>>

/** What was called, and what became of it. */
export const createCallLog = (kernel: Kernel) => {
  const { bus, clock, journal } = kernel
  const calls = createCallLogStore(kernel)
  const tell = (changed: readonly ChangedCall[]): Promise<void> =>
    bus.publish(
      recordsChanged,
      changed.map(({ id, deptId }) => ({ kind: 'zdCall', id, deptIds: [deptId] })),
    )

  return {
    /** The id of its row; null where one is called so already. `asked` is of who called by a console, whose calls stand in the journal. */
    begin: async (call: NewCall, asked: Asked | null): Promise<string | null> => {
      const begun = await kernel.transaction(async (trx) => {
        const row = await calls.begin(trx, call)
        const { dialled, callee, alarmId } = call
        const after = { dialled, ...(callee ? { name: callee.name } : {}), ...(alarmId === null ? {} : { alarmId }) }
        if (row && asked)
          await journal.write(trx, asked, { module: 'telephony', action: 'call', object: 'zdCall', objectId: row.id, after })
        return row
      })
      if (begun) await tell([begun])
      return begun?.id ?? null
    },
    changed: tell,
    /** Whoever comes to a room of another kind than opened it has answered; the first counts. */
    answeredByOther: async (id: string, by: Party): Promise<void> => tell(await calls.answerRoom(id, by)),
    answered: async (id: string, by: Party, binding: string): Promise<void> => tell(await calls.answer(id, by, binding)),
    ended: async (id: string, outcome: CallOutcome): Promise<void> => tell(await calls.end(id, outcome)),
    /** Somebody called whom he does not reach, or nobody. */
    refused: (asked: Asked, number: string): Promise<void> =>
      journal.refused(asked, 'zdCall', 'notFound', { module: 'telephony', action: 'call', objectId: number }),
    /** Rejects while it is not written down yet who answered. */
    hungUp: async (callId: string, between: readonly [string, string]): Promise<void> => {
      const ended = await calls.hangUp(callId, between)
      if (ended.length === 0 && (await calls.isUnanswered(callId))) throw new Error('a call is hung up that nobody answered')
      await tell(ended)
    },
    between: calls.between,
    /** Removes what is over after so many days. */
    keepFor: async (days: number): Promise<void> => {
      const before = new Date(clock.now() - days * 86_400_000)
      const dropSome = (): Promise<boolean> =>
        kernel.transaction(async (trx) => {
          const dropped = await calls.dropBefore(trx, before)
          if (!dropped) return false
          const { calls: count, from, to } = dropped
          await journal.write(trx, theSystem(clock.now()), {
            module: 'telephony',
            action: 'delete',
            object: 'zdCall',
            before: { calls: count, from: clock.toWire(from), to: clock.toWire(to) },
          })
          return true
        })
      for (;;) if (!(await dropSome())) return
    },
    seen: calls.seen,
    /** Ends those of which nobody is registered any more. */
    endForsaken: async (): Promise<void> => tell(await calls.endForsaken(new Date(clock.now() - forsakenAfter))),
    list: (filter: Filter, asked: Asked) => calls.list(filter, asked),
    count: (filter: Filter, asked: Asked) => calls.count(filter, asked),
  }
}
