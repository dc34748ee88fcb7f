import type { gateAccess } from '@vigil/contract/gates/gate-access.ts'
import type { z } from 'zod'

export type GateAccess = z.output<typeof gateAccess.record>
