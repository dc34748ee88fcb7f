import { keptCode } from '@vigil/contract/devices/code.ts'
import type { DeviceType } from '@vigil/contract/devices/entities.ts'

/** A key as it is held in memory. */
export interface HeldKey {
  readonly id: string
  readonly name: string
  /** ms since 1970, `Infinity` without an end. */
  readonly until: number
  /** Null for all kinds. */
  readonly kinds: ReadonlySet<DeviceType> | null
  /** With those below them as of now; null for all. */
  readonly depts: ReadonlySet<string> | null
  /** Of a gateway, whether it is there and enabled; null for a key of none. */
  readonly gatewayOn: boolean | null
  readonly device: {
    readonly kind: string
    readonly code: string
    /** Of the record that is meant, null while none was registered so. */
    readonly id: number | null
  } | null
}

/** What of a registered device decides whether a key holds for it. */
export interface Registered {
  readonly id: number
  /** The department that it stands in. */
  readonly dept: string | null
}

export const isSiteWide = ({ kinds, depts, gatewayOn, device }: HeldKey): boolean =>
  kinds === null && depts === null && gatewayOn === null && device === null

/** Whether a key holds for a device; `registered` tells its record, and is asked only where that decides. */
export const holdsFor = (
  { kinds, depts, gatewayOn, device }: HeldKey,
  kind: DeviceType,
  code: string,
  registered: (kind: DeviceType, code: string) => Registered | null,
): boolean => {
  if (kinds !== null && !kinds.has(kind)) return false
  if (device !== null) {
    if (device.kind !== kind || keptCode(kind, device.code) !== keptCode(kind, code)) return false
    // Another record may have the number by now: that is somebody else's device.
    if (device.id !== null && registered(kind, code)?.id !== device.id) return false
  }
  // A gateway hears badges, of whichever department they are.
  if (gatewayOn !== null && (!gatewayOn || kind !== 'badge')) return false
  if (depts === null) return true
  const dept = registered(kind, code)?.dept ?? null
  return dept !== null && depts.has(dept)
}
