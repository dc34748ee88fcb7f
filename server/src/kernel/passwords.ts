import { hash, verify } from '@node-rs/argon2'
import type { HashCost } from './config.ts'
import { passwordProblem } from './password-policy.ts'
import { Refusal } from './refusal.ts'
import { createSemaphore } from './semaphore.ts'

/** Hashes that are made at one time: as many as there are threads for it, so that files and names wait for few. */
const permits = createSemaphore(4)
let made = 0

const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  await permits.acquire()
  try {
    made += 1
    return await work()
  } finally {
    permits.release()
  }
}

/** How many of this process's hashes were made, to keep a password or to look at one. */
export const hashesMade = (): number => made

export type Passwords = ReturnType<typeof createPasswords>

/** How passwords are kept: argon2id at this cost. A hash says itself what it cost, so that one of another cost is known too. */
export const createPasswords = (cost: HashCost) => {
  const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost))
  const nobody = hashPassword('nobody has this password')
  return {
    hash: hashPassword,
    /** Verifies as long as it takes even when there is nobody of that name, so that an answer's time tells nothing. */
    verify: async (stored: string | null, password: string): Promise<boolean> => {
      const hashed = stored ?? (await nobody)
      const matches = await inTurn(() => verify(hashed, password))
      return matches && stored !== null
    },
  }
}

/** Refuses a password that promises no safety. */
export const checkPassword = (password: string, userName: string, siteName: string): void => {
  const reason = passwordProblem(password, userName, siteName)
  if (reason) throw new Refusal('weakPassword', { reason })
}
