import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { Refusal, TooMany } from '../../kernel/refusal.ts'
import { networkOf } from '../../kernel/trusted-proxies.ts'
import { createGate, type Lane } from './gate.ts'
import { foldedName, lockedFor, lockRule, ownAddress, strangerWaits } from './rules.ts'
import type { SessionStore } from './store.ts'

/** A password that somebody offers for an account, whether there is one of that name or not. */
export interface Guess {
  readonly name: string
  /** Or the network that belongs to one customer. */
  readonly address: string
  readonly lane: Lane
}

const keyOf = (name: string, address: string): string => `${name} ${address}`

export type Attempts = ReturnType<typeof createAttempts>

/**
 * Guesses at passwords. Each is counted before its password is looked at, under a lock of all processes, so that of however many
 * at once no more are looked at than one after the other; the right one takes its count back.
 */
export const createAttempts = (
  { clock, passwords, transaction }: Pick<Kernel, 'clock' | 'passwords' | 'transaction'>,
  store: SessionStore,
) => {
  const gate = createGate()
  /** When accounts last signed in at their own addresses; as of the last half minute for what other processes saw. */
  const own = new Map<string, number>()
  let loadedUpTo = new Date(0)

  const isOwn = (name: string, address: string): boolean => (own.get(keyOf(name, address)) ?? 0) > clock.now() - ownAddress.for

  return {
    guessOf: (userName: string, ip: string): Guess => {
      const [name, address] = [foldedName(userName), networkOf(ip)]
      return { name, address, lane: isOwn(name, address) ? 'known' : 'stranger' }
    },

    /** Runs `work` when the turn of this guess has come. */
    inTurn: <T>({ name, address, lane }: Guess, work: () => Promise<T>): Promise<T> =>
      gate.run(lane, lane === 'known' ? keyOf(name, address) : address, work),

    /**
     * Whether the password is the one of this hash, and if not for how many minutes the pair is locked from now on. Throws when
     * no guess is to be taken now. To be called in turn.
     */
    verify: async (
      { name, address, lane }: Guess,
      hash: string | null,
      password: string,
    ): Promise<{ right: boolean; locked: number }> => {
      const now = clock.now()
      const before = await transaction(async (trx) => {
        await store.lockAttempts(trx)
        const failures = await store.failures(trx, name, address, new Date(now - lockRule.within))
        const minutes = lockedFor(failures.pair, now)
        if (minutes > 0) throw new Refusal('accountLocked', { minutes })
        const seconds = lane === 'known' ? 0 : strangerWaits(failures, now)
        if (seconds > 0) throw new TooMany(seconds)
        await store.addFailure(trx, name, address, new Date(now))
        return failures.pair
      })
      const right = await passwords.verify(hash, password)
      if (right) await store.clearFailures(name, address)
      return { right, locked: right ? 0 : lockedFor([new Date(now), ...before], clock.now()) }
    },

    /** Somebody signed in from here: from now on it is an address of his own. */
    remember: async (trx: Trx, personId: string, { name, address }: Guess, at: number): Promise<() => void> => {
      await store.rememberAddress(trx, personId, address, new Date(at))
      return () => void own.set(keyOf(name, address), at)
    },

    /** Learns where accounts signed in, here or with another process, since the last time. */
    load: async (): Promise<void> => {
      const rows = await store.ownAddresses(new Date(Math.max(loadedUpTo.getTime(), clock.now() - ownAddress.for)))
      for (const { user_name, address, last_at } of rows) {
        own.set(keyOf(foldedName(user_name), address), last_at.getTime())
        if (last_at > loadedUpTo) loadedUpTo = last_at
      }
      for (const [key, at] of own) if (at <= clock.now() - ownAddress.for) own.delete(key)
    },
  }
}
