import { barrierGate } from '@vigil/contract/gates/barrier-gate.ts'
import { gateCalls } from '@vigil/contract/gates/calls.ts'
import { createKeeper, deptNounHandlers } from '../../kernel/keeper.ts'
import { kept } from '../../kernel/kept-noun.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { mapObjectHandlers } from '../../kernel/map-objects.ts'
import { declareModule, type Module } from '../../kernel/module.ts'
import { served } from '../../kernel/serve.ts'

export type { Passage } from './passage.ts'

/** Barriers and turnstiles. */
const createGates = (kernel: Kernel): Module => {
  const gates = createKeeper(kernel, {
    noun: barrierGate,
    module: 'gates',
    table: 'barrier_gate',
    unique: { barrier_gate_code: 'code' },
  })
  return {
    served: served(gateCalls, {
      ...deptNounHandlers('BsBarrierGate', gates),
      ...mapObjectHandlers('BsBarrierGate', gates, ({ code, name, lastSeen }) => ({
        deviceId: code,
        name,
        online: false,
        time: lastSeen,
      })),
    }),
    nouns: [kept(gates)],
  }
}

export const domain = declareModule({ name: 'gates', create: createGates })
