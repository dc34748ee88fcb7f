import { hash, verify } from '@node-rs/argon2'
import { passwordLength } from '@vigil/contract/session/calls.ts'
import { common } from './common-passwords.ts'
import { Refusal } from './refusal.ts'

/** argon2id with the OWASP parameters: 19 MiB, two passes, one lane. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export const hashPassword = (password: string): Promise<string> => hash(password, options)

/** Verifies as long as it takes even when there is nobody of that name, so that an answer's time tells nothing. */
export const verifyPassword = async (stored: string | null, password: string): Promise<boolean> => {
  const matches = await verify(stored ?? (await nobody), password, options)
  return matches && stored !== null
}
const nobody = hashPassword('nobody has this password')

/** Refuses what promises no safety: too short, the user's own name, or on every attacker's list. */
export const checkPassword = (password: string, userName: string): void => {
  const refuse = (zh: string, en: string): never => {
    throw new Refusal('weakPassword', { reason: { zh, en } })
  }
  const plain = password.toLowerCase()
  if ([...password].length < passwordLength.min) {
    refuse(`密码至少 ${passwordLength.min} 个字符`, `A password needs at least ${passwordLength.min} characters`)
  }
  if (userName !== '' && plain.includes(userName.toLowerCase())) {
    refuse('密码不能包含账号', 'A password must not contain the user name')
  }
  if (common.has(plain) || new Set(plain).size < 4) {
    refuse('密码过于常见，请换一个', 'This password is too common, choose another')
  }
}
