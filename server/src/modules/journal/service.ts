import type { z } from 'zod'
import type { logVerdict } from '@vigil/contract/journal/entities.ts'
import { theSystem } from '../../kernel/caller.ts'
import { chainSeal } from '../../kernel/journal-chain.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { SiteClock } from '../../kernel/time.ts'
import type { JournalStore } from './store.ts'
import { follow, sealTold, startOf, verify, type Break, type Verdict } from './verify.ts'
import { createVerificationRuns } from './verification-runs.ts'

const day = 86_400_000
/** The law asks for six months. */
export const shortestRetention = 180

/** A verdict in the words of the contract. */
export const verdictOf = (
  { checked, from, to, firstBreak }: Verdict,
  clock: Pick<SiteClock, 'toWire'>,
): z.output<typeof logVerdict> => {
  // An edited time may be one that no calendar on the wire has.
  const told = (at: string | null): string | null => (at !== null && /^[1-9]\d{3}-/.test(at) ? clock.toWire(new Date(at)) : null)
  return {
    intact: firstBreak === null,
    checked,
    from: told(from),
    to: told(to),
    firstBreak: firstBreak && { id: firstBreak.id, time: told(firstBreak.at), kind: firstBreak.kind },
  }
}

export type JournalService = ReturnType<typeof createJournalService>

/** Milliseconds. */
const patience = 1_000

export const createJournalService = (
  kernel: Pick<Kernel, 'clock' | 'journal' | 'transaction' | 'log'>,
  store: JournalStore,
  waits = patience,
) => {
  const { clock } = kernel
  const verificationRuns = createVerificationRuns({
    verify: (told) => store.snapshot((source) => verify(source, told)),
    verdictOf: (verdict) => verdictOf(verdict, clock),
    now: clock.now,
    patience: waits,
  })

  const brokenAt = ({ id, kind }: Break): Error =>
    new Error(`the journal does not hold at row ${id} (${kind}): nothing was dropped`)

  /** Seals and drops the oldest rows, so many as one seal may cover; how many that were. */
  const sealOldest = (before: Date): Promise<number> =>
    kernel.transaction(async (trx) => {
      const last = await store.lastBefore(trx, before)
      if (last === null) return 0
      const source = store.source(trx)
      const { start, seal: previous, broken } = startOf(await source.seals())
      if (broken) throw brokenAt(broken)
      // What does not hold is evidence, which a seal would cover up.
      const dropped = await follow(source, start, BigInt(last))
      if (dropped.firstBreak) throw brokenAt(dropped.firstBreak)
      const now = clock.now()
      const content = {
        id: String(previous.id + 1n),
        at: new Date(now).toISOString(),
        up_to: last,
        up_to_hash: dropped.last.hash,
        rows: String(dropped.checked),
      }
      const seal = { ...content, hash: chainSeal(previous.hash, content) }
      await store.addSeal(trx, seal)
      await store.drop(trx, last)
      const { from, to } = verdictOf(dropped, clock)
      await kernel.journal.write(trx, theSystem(now), {
        module: 'journal',
        action: 'seal',
        object: 'journal',
        objectId: seal.id,
        before: { rows: dropped.checked, lastId: last, from, to },
        after: sealTold(seal),
      })
      return dropped.checked
    })

  /** Drops rows older than `before`, each stretch of them under a seal; how many. Not those of the last 180 days. */
  const retain = async (before: Date): Promise<number> => {
    if (clock.now() - before.getTime() < shortestRetention * day) {
      throw new RangeError(`the journal is kept for ${shortestRetention} days at least`)
    }
    let dropped = 0
    for (;;) {
      const rows = await sealOldest(before)
      if (rows === 0) return dropped
      dropped += rows
    }
  }

  return {
    count: store.count,
    /** Who asks while the chain is verified for another gets the same answer. */
    verify: verificationRuns,
    retain,
    /** Keeps whole days. */
    keepHouse: async (days: number): Promise<void> => {
      const rows = await retain(clock.startOfDay(clock.now() - days * day))
      if (rows > 0) kernel.log.info({ rows }, 'rows of the journal were sealed and dropped')
    },
  }
}
