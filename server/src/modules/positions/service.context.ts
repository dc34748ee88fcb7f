import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import type { positionCalls } from '@vigil/contract/positions/calls.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { DeviceService } from '../devices/index.ts'
import type { Pipeline } from './pipeline.ts'
import type { PositionStore } from './store.ts'

export type Body<Name extends keyof typeof positionCalls> = BodyOf<(typeof positionCalls)[Name]>

/** What is asked about positions, and reported from consoles, stands on this. */
export interface PositionContext {
  readonly kernel: Kernel
  readonly store: PositionStore
  readonly registry: DeviceService['registry']
  readonly pipeline: Pipeline
  /** Which helmets a direct connection already serves. */
  readonly servedDirectly: (code: string) => boolean
}
