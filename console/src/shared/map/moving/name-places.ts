/** A rectangle of the window, pixels. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}
const apart = (a: Box, b: Box): boolean => a.right < b.left || a.left > b.right || a.bottom < b.top || a.top > b.bottom
export const isFree = (box: Box, taken: readonly Box[]): boolean => taken.every((other) => apart(box, other))

/** On which side of its marker a name stands, the better ones first. */
export const nameSides = ['right', 'left', 'below', 'above'] as const
export type NameSide = (typeof nameSides)[number]

export interface WantedName {
  readonly slot: number
  /** Where the marker is. */
  readonly x: number
  readonly y: number
  /** From its middle to the name. */
  readonly reach: number
  readonly width: number
  /** It is written even where there is no room. */
  readonly urgent: boolean
  /** Where it stands already: what has a place keeps it before others get one. */
  readonly last: NameSide | null
}

/** What is seen of a map, pixels: less what lies below panels and tools. */
export interface Window {
  readonly width: number
  readonly height: number
  readonly covered: readonly Box[]
}
export const isWithin = (box: Box, { width, height, covered }: Window): boolean =>
  box.left >= 0 && box.top >= 0 && box.right <= width && box.bottom <= height && isFree(box, covered)

export const nameHeight = 22
/** Half of a marker's face. */
const face = 11
const gap = 3

const boxOn = (side: NameSide, { x, y, reach, width }: WantedName): Box => {
  const across = side === 'right' || side === 'left'
  const left = side === 'right' ? x + reach : side === 'left' ? x - reach - width : x - width / 2
  const top = across ? y - nameHeight / 2 : side === 'below' ? y + reach : y - reach - nameHeight
  return { left: left - gap, top, right: left + width + gap, bottom: top + nameHeight }
}

/**
 * On which side each name stands: those that come first choose first, each on the side where it stood, else on the first that covers
 * no other name and no other marker and is whole within the window. A name that would cover another name is not written, unless it is
 * urgent: that rather covers the mark of an area than being cut off, and somebody who is as urgent only where nothing else is left.
 */
export const placeNames = (
  wanted: readonly WantedName[],
  taken: readonly Box[],
  most: number,
  window: Window,
): ReadonlyMap<number, NameSide> => {
  const placed = new Map<number, NameSide>()
  const names = [...taken]
  const written: Box[] = []
  const faces = wanted.map(({ slot, x, y }) => ({ slot, left: x - face, top: y - face, right: x + face, bottom: y + face }))
  const cries = wanted
    .filter(({ urgent }) => urgent)
    .map(({ slot, x, y, reach }) => ({ slot, left: x - reach, top: y - reach, right: x + reach, bottom: y + reach }))
  const clearOf = (box: Box, slot: number, others: typeof faces): boolean =>
    others.every((other) => other.slot === slot || apart(box, other))
  for (const name of wanted) {
    if (placed.size >= most) break
    const sides = name.last ? [name.last, ...nameSides.filter((side) => side !== name.last)] : nameSides
    const free = sides.filter((side) => isFree(boxOn(side, name), names))
    const whole = free.filter((one) => isWithin(boxOn(one, name), window))
    const upon = sides.filter((one) => isWithin(boxOn(one, name), window) && isFree(boxOn(one, name), written))
    const isClear = (side: NameSide): boolean => clearOf(boxOn(side, name), name.slot, faces)
    const hidesNobody = (side: NameSide): boolean => clearOf(boxOn(side, name), name.slot, cries)
    const clear = whole.find((one) => isClear(one) && hidesNobody(one))
    const side =
      clear ??
      (name.urgent
        ? (whole.find(hidesNobody) ?? upon.find(hidesNobody) ?? whole[0] ?? upon[0] ?? free[0] ?? sides[0])
        : undefined)
    if (!side) continue
    placed.set(name.slot, side)
    written.push(boxOn(side, name))
    names.push(boxOn(side, name))
  }
  return placed
}
