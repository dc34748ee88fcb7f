import type { Text } from './text.ts'

/**
 * The form of a number that somebody else gave a thing: a mistyped one is refused, with `problem` of `problem-words.ts`. Unlike what
 * a schema says it is asked of what somebody changes alone: what stands there already stays, and so does what a device calls itself.
 */
export interface WrittenCode {
  readonly pattern: RegExp
  readonly problem: 'not 15 digits' | 'not 16 hexadecimal digits' | 'not an ICCID' | 'not a phone number'
  /** By which a device reports: one that has reported by it is called so. */
  readonly reports?: true
  /** Its usual form, where that is more than `usualCode`. */
  readonly usual?: (typed: string) => string
}

/**
 * A code in its usual form: a Chinese input method writes digits and letters fullwidth, and what is copied brings spaces with it. Spaces
 * within stay, which most forms refuse, and letters keep their case, which most codes have as theirs.
 */
export const usualCode = (typed: string): string => typed.normalize('NFKC').trim()

/** The same of hexadecimal digits: a label prints them large, a network server small, and they are one number. */
export const usualHex = (typed: string): string => usualCode(typed).toLowerCase()

/** Its last digit is not compared with the others: not every maker keeps to that. */
export const imeiCode: WrittenCode = { pattern: /^\d{15}$/, problem: 'not 15 digits', reports: true }
const eui = /^[\dA-Fa-f]{16}$/
/** A badge may call itself otherwise, in letters that mean what they are: only an EUI has one case. */
export const usualDevEui = (typed: string): string => (eui.test(usualCode(typed)) ? usualHex(typed) : usualCode(typed))
export const devEuiCode: WrittenCode = { pattern: eui, problem: 'not 16 hexadecimal digits', reports: true, usual: usualDevEui }
/** ITU-T E.118 begins with 89 and has up to 19 digits; operators print 18 to 22 characters, some of them letters. */
export const iccidCode: WrittenCode = { pattern: /^89[\dA-Za-z]{16,20}$/, problem: 'not an ICCID' }
/** Mobile, landline and short numbers, as people write them. */
export const phoneCode: WrittenCode = { pattern: /^\+?[\d ()-]{3,20}$/, problem: 'not a phone number' }

export const writtenCodeWords: Readonly<Record<WrittenCode['problem'], Text>> = {
  'not 15 digits': { zh: '应为 15 位数字', en: 'must be 15 digits' },
  'not 16 hexadecimal digits': { zh: '应为 16 位十六进制', en: 'must be 16 hexadecimal digits' },
  'not an ICCID': { zh: '应以 89 开头，共 18 至 22 位', en: 'must begin with 89 and have 18 to 22 characters' },
  'not a phone number': {
    zh: '应为电话号码，只含数字、空格和 + - ( )',
    en: 'must be a phone number with digits, spaces and + - ( ) only',
  },
}
