import { createHash } from 'node:crypto'

/**
 * What makes an edit of the journal show: each row's hash covers the one before it and every column of its own, in a text
 * that comes out the same when it is written and when it is read back.
 */

/** A row but for its hash. */
export interface Content {
  readonly id: string
  /** ISO 8601 in UTC, to the millisecond. */
  readonly at: string
  readonly person_id: string | null
  readonly cname: string
  readonly dept_name: string
  readonly module: string
  readonly action: string
  readonly object: string
  readonly object_id: string
  /** JSON with its keys in order, null for none. */
  readonly before: string | null
  readonly after: string | null
  readonly ip: string
  readonly user_agent: string
  readonly result: string
  readonly repeated: number
  readonly cost_ms: number
}

/** What retention dropped. */
export interface SealContent {
  readonly id: string
  readonly at: string
  /** The last row dropped. */
  readonly up_to: string
  readonly up_to_hash: Buffer
  readonly rows: string
}

/** A place in a chain: what comes next has the next id and covers this hash. */
export interface Link {
  readonly id: bigint
  readonly hash: Buffer
}
/** Before the first row, and before the first seal. */
export const origin: Link = { id: 0n, hash: Buffer.from([0]) }

const text = JSON.stringify
const hash = (previous: Buffer, covered: string): Buffer => createHash('sha256').update(previous).update(covered).digest()

/** The hash of a row after another. */
export const chain = (previous: Buffer, row: Content): Buffer =>
  hash(
    previous,
    `{"action":${text(row.action)},"after":${row.after ?? 'null'},"at":${text(row.at)},"before":${row.before ?? 'null'},` +
      `"cname":${text(row.cname)},"cost_ms":${row.cost_ms},"dept_name":${text(row.dept_name)},"id":${text(row.id)},` +
      `"ip":${text(row.ip)},"module":${text(row.module)},"object":${text(row.object)},"object_id":${text(row.object_id)},` +
      `"person_id":${text(row.person_id)},"repeated":${row.repeated},"result":${text(row.result)},"user_agent":${text(row.user_agent)}}`,
  )

/** The hash of a seal after another. */
export const chainSeal = (previous: Buffer, { at, id, rows, up_to, up_to_hash }: SealContent): Buffer =>
  hash(previous, text({ at, id, rows, up_to, up_to_hash: up_to_hash.toString('hex') }))

/** Keys that never enter the journal, whatever record they stand in. */
const secret = /password|pwd|token|secret|hash|ticket/i

/** Without what no database stores: the character zero and half characters. */
export const storable = (value: string): string => value.replaceAll('\0', '\uFFFD').toWellFormed()
/** Without what JSON escapes, too: V8 reads some escaped keys as others (nodejs/node#63785), and the row would not hold. */
const storableKey = (key: string): string => storable(key).replaceAll(/["\\\p{Control}]/gu, '\uFFFD')

const inOrder = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)

const kept = (value: unknown): unknown => {
  if (typeof value === 'string') return storable(value)
  if (value instanceof Date) return value.toJSON()
  if (Buffer.isBuffer(value)) return null
  if (Array.isArray(value)) return value.map(kept)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key, item]) => item !== undefined && !secret.test(key))
  return Object.fromEntries(entries.map(([key, item]) => [storableKey(key), kept(item)] as const).sort(inOrder))
}

/** A record as the journal keeps it, without secrets however deep; null for none. */
export const written = (record: unknown): string | null => {
  const json = record === undefined ? 'null' : text(kept(record))
  return json === 'null' ? null : json
}

/** How PostgreSQL prints a number that `JSON.stringify` wrote: without an exponent. */
const printed = (value: number): string => {
  const [, sign = '', whole = '', part = '', power] = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(String(value)) ?? []
  if (power === undefined) return String(value)
  const point = Number(power) + 1
  return sign + (point > 0 ? (whole + part).padEnd(point, '0') : `0.${'0'.repeat(-point)}${whole}${part}`)
}
/** A number that no `JSON.stringify` wrote does not pass for the one that it is read as. */
const exactly = (_: string, value: unknown, { source }: { source?: string }): unknown =>
  typeof value === 'number' && source !== printed(value) ? { number: source } : value
const parse = JSON.parse as (json: string, reviver: typeof exactly) => unknown

const sorted = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sorted)
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, item]) => [key, sorted(item)] as const)
      .sort(inOrder),
  )
}

/** What `written` gave, from jsonb as PostgreSQL prints it, whose keys are in an order of their own. */
export const readBack = (json: string | null): string | null => {
  if (json === null) return null
  // `written` stores none as no value at all: this was put there by somebody else.
  return json === 'null' ? 'no value' : text(sorted(parse(json, exactly)))
}

/** What `at` was, from milliseconds since 1970 as PostgreSQL prints them; a time that no row was written with stays as it is. */
export const instant = (milliseconds: string): string => {
  const time = new Date(/^\d+$/.test(milliseconds) ? Number(milliseconds) : Number.NaN)
  return Number.isNaN(time.getTime()) ? milliseconds : time.toISOString()
}
