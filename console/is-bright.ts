import type { AggregationColor } from 'antd/es/color-picker/color'

/** Perceived brightness of a colour, 0 to 255, from which on dark letters are read better upon it. */
const brightFrom = 192
const white = 255

/** Whether dark letters are read better upon a colour than light ones, as antd says it: of one that lets through most of the white behind it, by both. */
export const isBright = (colour: AggregationColor): boolean => {
  const { r, g, b, a } = colour.toRgb()
  if (a <= 0.5) return Math.max(r, g, b) * a + white * (1 - a) > white / 2
  return r * 0.299 + g * 0.587 + b * 0.114 > brightFrom
}
