import { barrierGate } from '@vigil/contract/gates/barrier-gate.ts'
import { gateAccess } from '@vigil/contract/gates/gate-access.ts'
import { createKeeper } from '../../kernel/keeper.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Doors } from '../../kernel/module.ts'
import { accessShown } from './access.store.ts'

const module = 'gates'

/** Barriers and turnstiles, and what they told of who passed. */
export const createGateRecords = (kernel: Kernel, pushing: Pick<Doors['pushing'], 'requireOwnAddress'>) => ({
  gates: createKeeper(kernel, {
    noun: barrierGate,
    module,
    table: 'barrier_gate',
    unique: { barrier_gate_code: 'code' },
    check: async (trx, { ip, enable }, present) => {
      const place = { kind: 'barrierGate', id: present?.id ?? null, address: ip } as const
      // What stood before stays as it was.
      const isNew = ip !== '' && enable === 1 && (ip !== present?.ip || present.enable !== 1)
      if (isNew) await pushing.requireOwnAddress(trx, place, barrierGate.fields.ip.label)
    },
  }),
  accesses: createKeeper(kernel, {
    noun: gateAccess,
    module,
    table: 'gate_access',
    order: ['pass_time'],
    ...accessShown,
  }),
})
export type GateRecords = ReturnType<typeof createGateRecords>
