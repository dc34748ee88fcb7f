import { usualCode, usualDevEui } from '../kernel/written-codes.ts'
import type { DeviceType } from './entities.ts'

/** What a device calls itself, as it is kept and looked for: in the usual form of codes, of a badge its EUI in one case. */
export const keptCode = (kind: string, code: string): string =>
  kind === ('badge' satisfies DeviceType) ? usualDevEui(code) : usualCode(code)
