/** Pixels that a text of 14 px takes, about: letters are half as wide as characters. */
export const textWidth = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 0x2e7f ? 14 : 8), 0)
