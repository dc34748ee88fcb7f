import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import type { deviceCalls } from '@vigil/contract/devices/calls.ts'
import type { DeviceType } from '@vigil/contract/devices/entities.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { WrongTries } from '../../kernel/wrong-tries.ts'
import type { HeldKeys } from './held-keys.ts'
import type { Registered } from './key.rules.ts'
import type { UnwrittenNews } from './key-news.ts'
import type { KeyStore } from './keys.store.ts'
import type { DeviceRegistry } from './registry.ts'

export type Body<Name extends keyof typeof deviceCalls> = BodyOf<(typeof deviceCalls)[Name]>

/** A device as it calls itself. */
export interface Called {
  readonly deviceType: DeviceType
  readonly deviceId: string
}

/** What everything that is done with device keys stands on. */
export interface KeyContext {
  readonly kernel: Kernel
  readonly store: KeyStore
  readonly registry: Pick<DeviceRegistry, 'find' | 'get'>
  readonly held: HeldKeys
  readonly news: UnwrittenNews
  readonly wrongKeys: WrongTries
  /** The record of the device that calls itself so. */
  readonly registered: (kind: DeviceType, code: string) => Registered | null
}

export const keyWord = { zh: '设备密钥', en: 'The device key' } as const

/** What the journal calls them. */
export const deviceKeyKind = 'deviceKey'
