import { setImmediate } from 'node:timers/promises'
import type { logBreak } from '@vigil/contract/journal/entities.ts'
import type { CodeOf } from '@vigil/contract/kernel/enumeration.ts'
import { chain, chainSeal, origin, type Content, type Link, type SealContent } from '../../kernel/journal-chain.ts'

export type ChainRow = Content & { readonly hash: Buffer }
export type Seal = SealContent & { readonly hash: Buffer }

/** A journal as it stands in one snapshot. */
export interface Source {
  /** The rows with a higher id, all with null, in the order of their ids. */
  readonly rowsAfter: (id: string | null, limit: number) => Promise<ChainRow[]>
  /** All of them, in their order. */
  readonly seals: () => Promise<Seal[]>
  readonly head: () => Promise<{ readonly id: string; readonly hash: Buffer } | null>
}

export interface Break {
  readonly id: string
  /** As `Content.at`. */
  readonly at: string | null
  readonly kind: CodeOf<typeof logBreak>
}
/** How far the chain holds. */
export interface Stretch {
  readonly last: Link
  readonly checked: number
  readonly from: string | null
  readonly to: string | null
}
export interface Verdict extends Stretch {
  readonly firstBreak: Break | null
}

/** Rows after which others have their turn: a few milliseconds of work. */
const batch = 200

async function* rowsFrom(source: Source, after: bigint): AsyncGenerator<ChainRow> {
  let last = String(after)
  for (;;) {
    const rows = await source.rowsAfter(last, batch)
    yield* rows
    await setImmediate()
    const newest = rows.at(-1)
    if (newest === undefined || rows.length < batch) return
    last = newest.id
  }
}

/** Whether the row that belongs after a link stands further back: with its hash, or without it. */
const standsElsewhere = async (source: Source, link: Link, found: ChainRow): Promise<boolean> => {
  const id = String(link.id + 1n)
  for await (const row of rowsFrom(source, BigInt(found.id))) {
    const hash = chain(link.hash, { ...row, id })
    if (hash.equals(row.hash) || hash.equals(found.hash)) return true
  }
  return false
}

/** Follows the chain after a link up to a row; `see` may find something wrong in a row that itself holds. */
export const follow = async (
  source: Source,
  after: Link,
  upTo: bigint,
  see: (row: ChainRow) => Break | null = () => null,
): Promise<Verdict> => {
  let stretch: Stretch = { last: after, checked: 0, from: null, to: null }
  const end = (firstBreak: Break | null): Verdict => ({ ...stretch, firstBreak })
  const missing = (at: string | null): Verdict => end({ id: String(stretch.last.id + 1n), at, kind: 'missing' })
  if (upTo <= after.id) return end(null)
  for await (const row of rowsFrom(source, after.id)) {
    const { last } = stretch
    if (BigInt(row.id) !== last.id + 1n) return missing(row.at)
    if (!chain(last.hash, row).equals(row.hash)) {
      const kind = (await standsElsewhere(source, last, row)) ? 'reordered' : 'edited'
      return end({ id: row.id, at: row.at, kind })
    }
    const wrong = see(row)
    if (wrong !== null) return end(wrong)
    stretch = {
      last: { id: BigInt(row.id), hash: row.hash },
      checked: stretch.checked + 1,
      from: stretch.from ?? row.at,
      to: row.at,
    }
    if (stretch.last.id === upTo) return end(null)
  }
  return missing(null)
}

const brokenSeal = ({ up_to: id, at }: Seal): Break => ({ id, at, kind: 'seal' })

/** Where the rows begin: after what the newest seal covers. */
export const startOf = (seals: readonly Seal[]): { start: Link; seal: Link; broken: Break | null } => {
  let start = origin
  let last = origin
  for (const seal of seals) {
    const id = last.id + 1n
    if (BigInt(seal.id) !== id || !chainSeal(last.hash, seal).equals(seal.hash))
      return { start, seal: last, broken: brokenSeal(seal) }
    start = { id: BigInt(seal.up_to), hash: seal.up_to_hash }
    last = { id, hash: seal.hash }
  }
  return { start, seal: last, broken: null }
}

/** What the row of the journal that tells of a seal knows of it. */
export const sealTold = ({ hash }: { readonly hash: Buffer }): { seal: string } => ({ seal: hash.toString('hex') })

/**
 * Walks the whole journal, from the newest seal to the head, and tells the first place at which it does not hold. Whoever
 * rewrites everything after his edit, the head included, is not found out: only a head that was noted elsewhere tells.
 * `told` hears how many of how many rows were found to hold.
 */
export const verify = async (
  source: Source,
  told: (checked: number, total: number) => void = () => undefined,
): Promise<Verdict> => {
  const seals = await source.seals()
  const { start, seal: newest, broken } = startOf(seals)
  const nothing: Verdict = { last: start, checked: 0, from: null, to: null, firstBreak: broken }
  if (broken) return nothing
  const head = await source.head()
  if (!head) return { ...nothing, firstBreak: { id: String(start.id), at: null, kind: 'head' } }

  const [first] = await source.rowsAfter(null, 1)
  if (first && BigInt(first.id) <= start.id) return { ...nothing, firstBreak: { id: first.id, at: first.at, kind: 'inserted' } }

  // Each seal is told of by a row that it does not cover, so that the seals cannot be rewritten without the journal.
  const untold = new Map(seals.map((seal) => [seal.id, seal]))
  const total = Number(BigInt(head.id) - start.id)
  const walked = await follow(source, start, BigInt(head.id), (row) => {
    told(Number(BigInt(row.id) - start.id), total)
    if (row.module !== 'journal' || row.action !== 'seal') return null
    const seal = untold.get(row.object_id)
    if (!seal || row.after !== JSON.stringify(sealTold(seal))) return { id: row.id, at: row.at, kind: 'seal' }
    untold.delete(row.object_id)
    return null
  })
  if (walked.firstBreak) return walked
  const beyond = async (): Promise<Break | null> => {
    const [row] = await source.rowsAfter(String(walked.last.id), 1)
    if (row) return { id: row.id, at: row.at, kind: 'inserted' }
    if (walked.last.id !== BigInt(head.id) || !walked.last.hash.equals(head.hash))
      return { id: head.id, at: walked.to, kind: 'head' }
    const seal = untold.get(String(newest.id))
    return seal ? brokenSeal(seal) : null
  }
  return { ...walked, firstBreak: await beyond() }
}
