const second = 1_000
const minute = 60 * second
const day = 24 * 60 * minute

/** Five failures of one account from one address within 15 minutes lock that pair for 5 minutes: nobody locks others out. */
export const lockRule = { failures: 5, within: 15 * minute, for: 5 * minute } as const
/** What strangers may get wrong within the same time: with one account, from one address, and with so many names from it. */
export const strangersRule = { ofAccount: 30, ofAddress: 30, names: 10 } as const
/** How often an account is unlocked by others, so that no unlocking makes guesses free. */
export const unlockRule = { most: 5, within: 60 * minute } as const
/** How many wall displays an account opens: each that is one too many puts another out. */
export const wallRule = { most: 20, within: 60 * minute } as const
/** An address is an account's own for so long after it signed in there; of so many addresses, the newest. */
export const ownAddress = { for: 30 * day, most: 20 } as const
/**
 * A session slides 16 h with use and lasts 7 days at most, so that no shift is cut; the one that seeds a demo does not slide, nor does
 * that of a wall display, which nobody touches.
 */
export const sessionLife = {
  sliding: 16 * 60 * minute,
  most: 7 * day,
  touchEvery: minute,
  seeding: 10 * minute,
  wall: 30 * day,
} as const

/** Minutes for which the pair stays locked, rounded up; 0 when it is not. `failures` newest first. */
export const lockedFor = (failures: readonly Date[], now: number): number => {
  const newest = failures[0]
  if (failures.length < lockRule.failures || !newest) return 0
  return Math.max(0, Math.ceil((newest.getTime() + lockRule.for - now) / minute))
}

/** What went wrong within `lockRule.within`; guesses that are being looked at are among it. */
export interface Failures {
  /** Of the account from the address, newest first. */
  readonly pair: readonly Date[]
  readonly ofAccount: number
  readonly ofAddress: number
  /** Accounts, or names of none, that were tried from the address. */
  readonly names: number
  /** The first of all these. */
  readonly oldest: Date | null
}

/** Seconds that a stranger has to wait before his next guess; 0 when he need not. */
export const strangerWaits = ({ pair, ofAccount, ofAddress, names, oldest }: Failures, now: number): number => {
  const sprays = names >= strangersRule.names && pair.length === 0
  if (ofAccount < strangersRule.ofAccount && ofAddress < strangersRule.ofAddress && !sprays) return 0
  return Math.max(1, Math.ceil(((oldest?.getTime() ?? now) + lockRule.within - now) / second))
}

/** Seconds until an account may be unlocked once more; 0 when it may be now. `unlocks` are those within the rule's time, oldest first. */
export const unlockWaits = (unlocks: readonly Date[], now: number): number => {
  const leaves = unlocks.at(-unlockRule.most)
  return leaves ? Math.max(1, Math.ceil((leaves.getTime() + unlockRule.within - now) / second)) : 0
}

/**
 * The one form of an account's name: guesses are counted under it, and an account is found by no other. The database's small
 * letters are not asked, since some of them are several characters here and one there.
 */
export const foldedName = (name: string): string => name.toLowerCase()

/** A name as somebody typed it, for the log: no longer than a name is, nothing in it that is not seen. */
export const typedName = (name: string): string => name.replaceAll(/[\p{Control}\p{Format}\p{Surrogate}]/gu, '').slice(0, 64)
