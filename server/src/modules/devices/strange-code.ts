import { keptCode } from '@vigil/contract/devices/code.ts'

/** Characters; no record's code has more. */
const longest = 64

/**
 * What a device that nobody registered calls itself, as it is kept: in the usual form of codes, no longer than a record's, and without what
 * no database stores. One strange name costs nobody else anything.
 */
export const strangeCode = (kind: string, code: string): string =>
  Array.from(keptCode(kind, code.replaceAll('\0', '').toWellFormed()))
    .slice(0, longest)
    .join('') || '?'
