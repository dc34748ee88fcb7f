import type { Text } from '@vigil/contract/kernel/text.ts'
import { passwordLength } from '@vigil/contract/session/password-length.ts'
import { common } from './common-passwords.ts'

/** Everybody who guesses at this product begins with its names, and with that of its first account. */
const productNames = ['vigil', '守望', 'shouwang', 'admin'] as const
/** What has to be left of a password when the names that everybody knows are taken out of it. */
const beside = { characters: 8, letters: 3 } as const
/** A user name that is shorter may stand in two words next to each other by chance. */
const ownNameAtLeast = 4

const tooCommon: Text = { zh: '密码过于常见，请换一个', en: 'This password is too common, choose another' }
const plain = (text: string): string => text.normalize('NFKC').toLowerCase()
/** Letters and digits alone: signs between them are the first thing that is tried. */
const bare = (text: string): string => text.replaceAll(/[^\p{Letter}\p{Number}]/gu, '')
/** Digits and signs that are written for the letters they look like. */
const lookalikes: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const spelled = (text: string): string => text.replaceAll(/[013457@$!]/g, (sign) => lookalikes[sign] ?? sign)
/**
 * What a password may be read as. Behind its last letter, signs and digits may be letters as well, or a tail as everybody puts
 * behind a word: each place where the one may end and the other begin is a reading. Signs at its beginning may be nothing.
 */
const readings = (password: string): string[] =>
  [password, password.replace(/^[^\p{Letter}\p{Number}]+/u, '')].flatMap((text) => {
    const tail = text.search(/\P{Letter}*$/u)
    return Array.from({ length: text.length - tail + 1 }, (_, more) => {
      const end = tail + more
      return bare(spelled(text.slice(0, end)) + text.slice(end))
    })
  })
const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** Names without which a password must still be one: the product's, and the site's as it is written and by its letters alone. */
const knownNames = (siteName: string): string[] => {
  const site = plain(siteName).trim()
  return [...productNames, site, bare(site)].filter((name) => name.length > 1)
}

const isNameAndLittleElse = (password: string, siteName: string): boolean => {
  const rest = knownNames(siteName).reduce((left, name) => left.replaceAll(name, ''), password)
  if (rest === password) return false
  const tooLittle = [...rest].length < beside.characters || count(rest, /\p{Letter}/gu) < beside.letters
  return tooLittle || common.has(rest) || new Set(rest).size < 4
}

const isOwnName = (password: string, userName: string): boolean => {
  if (userName === '') return false
  const own = bare(userName)
  return password.includes(userName) || (own.length >= ownNameAtLeast && bare(password).includes(own))
}
const isTooCommon = (password: string, siteName: string): boolean =>
  new Set(password).size < 4 ||
  [password, bare(password), ...readings(password)].some((form) => common.has(form) || isNameAndLittleElse(form, siteName))

/** What promises no safety: too short, too long, the user's own name, on every attacker's list, or little beside a name that all know. */
export const passwordProblem = (password: string, userName: string, siteName: string): Text | null => {
  const { min, max } = passwordLength
  const given = plain(password)
  if ([...password].length < min) return { zh: `密码至少 ${min} 个字符`, en: `A password needs at least ${min} characters` }
  if (password.length > max) return { zh: `密码最多 ${max} 个字符`, en: `A password has at most ${max} characters` }
  if (isOwnName(given, plain(userName))) return { zh: '密码不能包含账号', en: 'A password must not contain the user name' }
  return isTooCommon(given, siteName) ? tooCommon : null
}
