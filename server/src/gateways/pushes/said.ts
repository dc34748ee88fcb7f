import type { ReadIn } from './messages.ts'
import { instantOf, numberOf, plateColourOf, textOf, type Fields } from './values.ts'
import type { PlateColour } from './words.ts'

/** What the devices of every maker tell, whatever they call it; with the word itself, which is kept where it could not be read. */

type Word = readonly [name: string, said: string, isRead: boolean]

/** When it was, by the first of these members; when its message came, where that is no time. */
export const timeSaid = (
  of: Fields | null,
  names: readonly [string, ...string[]],
  { clock, now }: ReadIn,
): { readonly said: string; readonly at: number; readonly word: Word } => {
  const said = textOf(of, names)
  const at = instantOf(said, clock)
  return { said, at: at ?? now, word: [names[0], said, at !== null] }
}

export const colourSaid = (plate: Fields | null, name: string): { readonly colour: PlateColour | ''; readonly word: Word } => {
  const said = textOf(plate, [name])
  const colour = plateColourOf(said)
  return { colour: colour ?? '', word: [name, said, colour !== null] }
}

/** How makers call a vehicle that stands where it may not; of places to park in, which they tell of as well, it is no such word. */
const parkingWords = /park(?!ing_?space)|违[停法章]?.{0,4}停(?!止|车线|车让)|乱停/i
export const parkingSaid = (said: readonly string[]): boolean => said.some((word) => parkingWords.test(word))

/** %, of which some firmware has a fraction. */
export const confidenceSaid = (of: Fields | null, name: string): number | null => {
  const share = numberOf(of, name)
  return share !== null && share >= 0 && share <= 100 ? Math.round(share) : null
}
