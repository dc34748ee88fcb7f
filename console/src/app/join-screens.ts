import type { Screens } from '../shared/screens/screen.ts'

/** One list of several; two that bring the same screen are a mistake, said at start. */
export const joined = (lists: readonly Screens[]): Screens => {
  const names = lists.flatMap((list) => Object.keys(list))
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`two features bring the screen ${twice}`)
  return Object.fromEntries(lists.flatMap((list) => Object.entries(list)))
}
