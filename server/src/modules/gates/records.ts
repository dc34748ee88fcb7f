import { barrierGate } from '@vigil/contract/gates/barrier-gate.ts'
import { gateAccess } from '@vigil/contract/gates/gate-access.ts'
import { createKeeper } from '../../kernel/keeper.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { accessShown } from './access.store.ts'

const module = 'gates'

/** Barriers and turnstiles, and what they told of who passed. */
export const createGateRecords = (kernel: Kernel) => ({
  gates: createKeeper(kernel, { noun: barrierGate, module, table: 'barrier_gate', unique: { barrier_gate_code: 'code' } }),
  accesses: createKeeper(kernel, {
    noun: gateAccess,
    module,
    table: 'gate_access',
    order: ['pass_time'],
    ...accessShown,
  }),
})
export type GateRecords = ReturnType<typeof createGateRecords>
