import { plateForm } from '@vigil/contract/devices/plate.ts'
import type { PlateColour } from './words.ts'
import { plateColours, withoutPlate } from './words.ts'
import type { SiteClock } from '../../kernel/time.ts'

/** Members of a message, as a device wrote them: nothing of them is believed before it is read here. */
export type Fields = Readonly<Record<string, unknown>>

export const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null

/** The first of these members that is there; of several of one name the first. */
export const memberOf = (of: Fields | null, ...names: readonly string[]): unknown => {
  for (const name of of ? names : []) {
    if (!of || !Object.hasOwn(of, name)) continue
    const value: unknown = of[name]
    const first = Array.isArray(value) ? (value as readonly unknown[])[0] : value
    if (first !== undefined && first !== null) return first
  }
  return undefined
}

export const partOf = (of: Fields | null, ...names: readonly string[]): Fields | null => fieldsOf(memberOf(of, ...names))

const textAtMost = 64
/** What does not show, or turns the text around: by that nobody is another than he is called, and no plate another than is barred. */
const unseen = /[\p{Format}\p{Default_Ignorable_Code_Point}]+/gu
/** The first of these members that says something, in one line without what no database stores and nobody sees; empty where none does. */
export const textOf = (of: Fields | null, names: readonly string[], most = textAtMost): string => {
  for (const name of names) {
    const said = plainText(memberOf(of, name), most)
    if (said !== '') return said
  }
  return ''
}

const plainText = (value: unknown, most: number): string => {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return ''
  const plain = String(value)
    .slice(0, 4 * most)
    .toWellFormed()
    .replaceAll(unseen, '')
    .replaceAll(/\p{Control}+/gu, ' ')
    .trim()
  return Array.from(plain).slice(0, most).join('')
}

export const numberOf = (of: Fields | null, ...names: readonly string[]): number | null => {
  const text = textOf(of, names)
  const value = text === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : null
}
/** Null for what is not above 0, by which devices say that they did not measure it. */
export const measuredOf = (of: Fields | null, ...names: readonly string[]): number | null => {
  const value = numberOf(of, ...names)
  return value !== null && value > 0 && value < 1_000 ? value : null
}
export const wholeOf = (
  of: Fields | null,
  [least, most]: readonly [number, number],
  ...names: readonly string[]
): number | null => {
  const value = numberOf(of, ...names)
  return value !== null && Number.isInteger(value) && value >= least && value <= most ? value : null
}

/** A plate in the form in which all are compared; empty where there is none or none was read. */
export const usualPlate = (said: string): string => {
  const plate = plateForm(said)
  return withoutPlate.has(plate) ? '' : plate
}

/** Empty where nothing is said, or that it is not known; null for a word that nobody knows here. */
export const plateColourOf = (said: string): PlateColour | '' | null => {
  const word = said.toLowerCase().replaceAll(/[\s_-]/g, '')
  return plateColours.find(([pattern]) => pattern.test(word))?.[1] ?? null
}

const written =
  /^([1-9]\d{3})[-/]?(\d\d)[-/]?(\d\d)[T ]?(\d\d):?(\d\d):?(\d\d)(?:[.,:]?(\d{1,9}))?\s*(?:(Z)|([+-])(\d\d):?(\d\d)?)?$/i
/** ms since 1970 of a time as devices write it; without an offset it is the site's own. Null for what is none. */
export const instantOf = (said: string, clock: Pick<SiteClock, 'fromWire'>): number | null => {
  const found = written.exec(said.trim())
  if (!found) return null
  const [, year, month, day, hour, minute, second, fraction = '', zulu, sign, hours = '0', minutes = '0'] = found
  const date = `${year}-${month}-${day}`
  const time = `${hour}:${minute}:${second}`
  const asUtc = Date.parse(`${date}T${time}Z`)
  // What is no day comes out as another, or as none.
  if (Number.isNaN(asUtc) || new Date(asUtc).toISOString().slice(0, 10) !== date) return null
  const thousandths = Number(`0.${fraction || '0'}`) * 1_000
  if (zulu === undefined && sign === undefined) return clock.fromWire(`${date} ${time}`).getTime() + Math.floor(thousandths)
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000
  return asUtc + Math.floor(thousandths) - (sign === '-' ? -offset : offset)
}

const unreadAtMost = 500
/** Words that could not be read, as they came; null where all were. */
export const unreadOf = (words: readonly (readonly [name: string, said: string, isRead: boolean])[]): string | null =>
  words
    .filter(([, said, isRead]) => !isRead && said !== '')
    .map(([name, said]) => `${name}=${said}`)
    .join('; ')
    .slice(0, unreadAtMost) || null
