import type { Kernel } from '../../kernel/kernel.ts'
import type { Doors } from '../../kernel/module.ts'
import { recordsChanged } from '../../kernel/record-changes.ts'
import type { SendingStore, Settled } from './sending.store.ts'

/** What broadcasts stand on. */
export interface SendingContext {
  readonly kernel: Kernel
  readonly store: SendingStore
  readonly doors: Pick<Doors, 'alarms' | 'devices' | 'files' | 'positions'>
}

/** Has consoles fetch receipts anew as they come. */
export const tellSettled = async ({ kernel }: Pick<SendingContext, 'kernel'>, settled: readonly Settled[]): Promise<void> => {
  if (settled.length === 0) return
  const changes = [...Map.groupBy(settled, ({ id }) => id)].map(([id, receipts]) => ({
    kind: 'broadcastSending',
    id,
    deptIds: [...new Set(receipts.map(({ dept }) => dept))],
  }))
  await kernel.bus.publish(recordsChanged, changes)
}
