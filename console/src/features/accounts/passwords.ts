import type { Text } from '@vigil/contract/kernel/text.ts'
import { passwordLength } from '@vigil/contract/session/password-length.ts'

/** Without what is mistaken for another when it is read out: 0 O, 1 l I. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const small = 'abcdefghijkmnpqrstuvwxyz'
const digits = '23456789'
const groups = 3
const groupLength = 4

type Random = (below: number) => number

/** Evenly, from the browser's source for secrets. */
const secretly: Random = (below) => {
  const whole = 2 ** 32 - (2 ** 32 % below)
  const drawn = new Uint32Array(1)
  do crypto.getRandomValues(drawn)
  while ((drawn[0] ?? 0) >= whole)
  return (drawn[0] ?? 0) % below
}

/** A password that can be read out and typed: `Kq7m-x4Tz-9bRw`. */
export const generatePassword = (random: Random = secretly): string => {
  const all = letters + small + digits
  const one = (from: string): string => from[random(from.length)] ?? ''
  return Array.from({ length: groups }, () => Array.from({ length: groupLength }, () => one(all)).join('')).join('-')
}

const tooShort: Text = { zh: `密码至少 ${passwordLength.min} 个字符`, en: `At least ${passwordLength.min} characters` }
const holdsName: Text = { zh: '密码不能包含账号', en: 'Must not contain the user name' }
const tooPlain: Text = { zh: '密码太简单', en: 'Too simple' }

/** What can be said of a password without its list of common ones, which only the server knows; null when nothing is wrong. */
export const passwordProblem = (password: string, userName: string): Text | null => {
  const plain = password.toLowerCase()
  if ([...password].length < passwordLength.min) return tooShort
  if (userName !== '' && plain.includes(userName.toLowerCase())) return holdsName
  return new Set(plain).size < 4 ? tooPlain : null
}
