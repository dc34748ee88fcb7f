import { flushSync } from 'react-dom'

/**
 * Prints one part of the interface, in light colours: screens are kept behind others, so that the part's own rules under
 * `html[data-printed="…"]` say what the paper shows. What `prepare` changes is drawn before.
 */
export const printPart = (part: string, prepare?: () => void): void => {
  if (prepare) flushSync(prepare)
  const { dataset } = document.documentElement
  const { theme } = dataset
  dataset['printed'] = part
  delete dataset['theme']
  window.print()
  delete dataset['printed']
  if (theme !== undefined) dataset['theme'] = theme
}
