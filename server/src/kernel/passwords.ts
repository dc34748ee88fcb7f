import { hash, verify } from '@node-rs/argon2'
import { passwordProblem } from './password-policy.ts'
import { Refusal } from './refusal.ts'
import { createSemaphore } from './semaphore.ts'

/** argon2id with the OWASP parameters: 19 MiB, two passes, one lane. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

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

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, options))

/** Verifies as long as it takes even when there is nobody of that name, so that an answer's time tells nothing. */
export const verifyPassword = async (stored: string | null, password: string): Promise<boolean> => {
  const hashed = stored ?? (await nobody)
  const matches = await inTurn(() => verify(hashed, password, options))
  return matches && stored !== null
}
const nobody = hashPassword('nobody has this password')

/** Refuses a password that promises no safety. */
export const checkPassword = (password: string, userName: string, siteName: string): void => {
  const reason = passwordProblem(password, userName, siteName)
  if (reason) throw new Refusal('weakPassword', { reason })
}
