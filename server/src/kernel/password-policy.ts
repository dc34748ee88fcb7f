import type { Text } from '@vigil/contract/kernel/text.ts'
import { passwordLength } from '@vigil/contract/session/calls.ts'
import { common } from './common-passwords.ts'

/** Everybody who guesses at this product begins with its names. */
const productNames = ['vigil', '守望', 'shouwang'] as const
/** What has to be left of a password when the names that everybody knows are taken out of it. */
const beside = { characters: 8, letters: 3 } as const

const tooCommon: Text = { zh: '密码过于常见，请换一个', en: 'This password is too common, choose another' }
const plain = (text: string): string => text.normalize('NFKC').toLowerCase()
const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** Names without which a password must still be one: the product's, and the site's with and without its spaces. */
const knownNames = (siteName: string): string[] => {
  const site = plain(siteName).trim()
  return [...productNames, site, site.replaceAll(/\s/gu, '')].filter((name) => name.length > 1)
}

const isNameAndLittleElse = (password: string, siteName: string): boolean => {
  const rest = knownNames(siteName).reduce((left, name) => left.replaceAll(name, ''), password)
  if (rest === password) return false
  const tooLittle = [...rest].length < beside.characters || count(rest, /\p{Letter}/gu) < beside.letters
  return tooLittle || common.has(rest) || new Set(rest).size < 4
}

/** What promises no safety: too short, too long, the user's own name, on every attacker's list, or little beside a name that all know. */
export const passwordProblem = (password: string, userName: string, siteName: string): Text | null => {
  const { min, max } = passwordLength
  const given = plain(password)
  if ([...password].length < min) return { zh: `密码至少 ${min} 个字符`, en: `A password needs at least ${min} characters` }
  if (password.length > max) return { zh: `密码最多 ${max} 个字符`, en: `A password has at most ${max} characters` }
  if (userName !== '' && given.includes(plain(userName)))
    return { zh: '密码不能包含账号', en: 'A password must not contain the user name' }
  return common.has(given) || new Set(given).size < 4 || isNameAndLittleElse(given, siteName) ? tooCommon : null
}
