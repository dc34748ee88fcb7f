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

const minute = 60_000
const second = 1_000
/** Wrong keys within a minute that are answered as such, of one network and for one claimed device. */
const wrongAtMost = 20
/** Networks and devices that are counted at once; the first that came is forgotten for one more. */
const countedAtMost = 10_000

/** Counts wrong keys. A right one is never counted and never waits: whatever others do from its address, a cry for help comes through. */
export const createWrongKeys = (now: () => number) => {
  const counts = new Map<string, { count: number; readonly until: number }>()
  const countOf = (kind: string): { count: number; readonly until: number } => {
    const known = counts.get(kind)
    if (known && known.until > now()) return known
    counts.delete(kind)
    const [oldest] = counts.keys()
    if (oldest !== undefined && counts.size >= countedAtMost) counts.delete(oldest)
    const fresh = { count: 0, until: now() + minute }
    counts.set(kind, fresh)
    return fresh
  }
  return {
    /** One more of all these kinds; the seconds to wait, 0 where it may be tried again at once. */
    note: (kinds: readonly string[]): number => {
      const waits = kinds.map(countOf).map((entry) => {
        entry.count += 1
        return entry.count > wrongAtMost ? Math.ceil((entry.until - now()) / second) : 0
      })
      return Math.max(0, ...waits)
    },
  }
}
