import type { Kind } from '../../moving/position-store.ts'
import type { Palette } from '../../theme/palette.ts'

/** Side of one picture in the atlas, CSS pixels, and how many stand in a row. */
export const cellSize = 64
export const columns = 8
export const rows = 6

type Look = 'normal' | 'level1' | 'level2' | 'level3' | 'quiet'
const looks: readonly Look[] = ['normal', 'level1', 'level2', 'level3', 'quiet']
const markKinds: readonly Kind[] = ['hat', 'badge', 'car']

/** Place of each picture in the atlas. */
export const pictures = {
  mark: (kind: number, look: Look): number => kind * looks.length + looks.indexOf(look),
  halo: (level: number): number => 14 + level,
  pulse: 18,
  badge: (level: number): number => 18 + level,
  selection: 22,
  /** Discs of three sizes. */
  disc: (size: number): number => 23 + size,
  digit: (digit: number): number => 32 + digit,
  /** Of an alarm that has returned: a ring instead of the halo, an outline instead of the filled mark. */
  outline: (level: number): number => 41 + level,
  hollowBadge: (level: number): number => 44 + level,
} as const

/** Pixels that a picture needs around its middle; what lies beyond is not drawn. */
export const extents = {
  mark: 28,
  quiet: 34,
  halo: [0, 64, 42, 40],
  pulse: 48,
  badge: 24,
  selection: 50,
  disc: [36, 46, 58],
  digit: 18,
  outline: 42,
} as const

/** Radius of the filled part of each disc. */
export const discRadius = [15, 19, 25] as const
/** Where the level's mark stands, from the middle of the marker. */
export const badgeShift = { x: 12, y: -13 } as const

const font = 'Arial,"Noto Sans CJK SC",sans-serif'

const outline = (to: CanvasRenderingContext2D, kind: Kind): void => {
  to.beginPath()
  if (kind === 'hat') to.arc(0, 0, 10.9, 0, 2 * Math.PI)
  else if (kind === 'badge') to.roundRect(-9.4, -9.4, 18.8, 18.8, 4.2)
  else {
    to.moveTo(0, -13)
    to.lineTo(9, -4.5)
    to.lineTo(9, 10)
    to.quadraticCurveTo(9, 11.5, 7.5, 11.5)
    to.lineTo(-7.5, 11.5)
    to.quadraticCurveTo(-9, 11.5, -9, 10)
    to.lineTo(-9, -4.5)
    to.closePath()
  }
}

const glyph = (to: CanvasRenderingContext2D, kind: Kind): void => {
  to.beginPath()
  if (kind === 'hat') {
    to.moveTo(-6.3, 3.8)
    to.lineTo(6.3, 3.8)
    to.moveTo(-5, 3.8)
    to.lineTo(-5, 2.2)
    to.arc(0, 2.2, 5, Math.PI, 2 * Math.PI)
    to.lineTo(5, 3.8)
    to.moveTo(-1.6, -2.5)
    to.lineTo(-1.6, 0.5)
    to.moveTo(1.6, -2.5)
    to.lineTo(1.6, 0.5)
  } else if (kind === 'badge') {
    to.arc(0, -2.5, 2.3, 0, 2 * Math.PI)
    to.moveTo(-4.5, 5)
    to.bezierCurveTo(-4, 0.2, 4, 0.2, 4.5, 5)
  } else {
    to.moveTo(-5, -2.5)
    to.lineTo(5, -2.5)
    to.moveTo(-5, 6)
    to.lineTo(5, 6)
  }
}

const disc = (to: CanvasRenderingContext2D, radius: number, colour: string, alpha: number): void => {
  to.globalAlpha = alpha
  to.fillStyle = colour
  to.beginPath()
  to.arc(0, 0, radius, 0, 2 * Math.PI)
  to.fill()
  to.globalAlpha = 1
}
const ring = (to: CanvasRenderingContext2D, radius: number, colour: string, width: number, alpha = 1): void => {
  to.globalAlpha = alpha
  to.strokeStyle = colour
  to.lineWidth = width
  to.beginPath()
  to.arc(0, 0, radius, 0, 2 * Math.PI)
  to.stroke()
  to.globalAlpha = 1
}

const levelShape = (to: CanvasRenderingContext2D, level: number): void => {
  to.beginPath()
  const corners =
    level === 1
      ? [10.7, 4.4, 4.4, 10.7, -4.4, 10.7, -10.7, 4.4, -10.7, -4.4, -4.4, -10.7, 4.4, -10.7, 10.7, -4.4]
      : level === 2
        ? [0, -10.8, 11, 10.4, -11, 10.4]
        : [0, -11.2, 11.2, 0, 0, 11.2, -11.2, 0]
  for (let at = 0; at < corners.length; at += 2) to.lineTo(corners[at] ?? 0, corners[at + 1] ?? 0)
  to.closePath()
}

/** Draws into one cell of the atlas, its middle at 0, 0; what goes beyond is cut off. */
type Picture = (place: number, draw: () => void) => void

const pictureOn =
  (to: CanvasRenderingContext2D, scale: number): Picture =>
  (place, draw) => {
    const middle = (cell: number): number => (cell + 0.5) * cellSize * scale
    to.save()
    to.setTransform(scale, 0, 0, scale, middle(place % columns), middle(Math.floor(place / columns)))
    to.beginPath()
    to.rect(-cellSize / 2, -cellSize / 2, cellSize, cellSize)
    to.clip()
    draw()
    to.restore()
  }

const levelsOf = (palette: Palette) => [
  { fill: palette.level1, on: palette.onLevel1, text: palette.level1Text },
  { fill: palette.level2, on: palette.onLevel2, text: palette.level2Text },
  { fill: palette.level3, on: palette.onLevel3, text: palette.level3Text },
]

const coloursOf = (look: Look, palette: Palette): readonly [fill: string, line: string, stroke: string] => {
  switch (look) {
    case 'normal':
      return [palette.marker, palette.markerLine, palette.markerGlyph]
    case 'quiet':
      return [palette.mapSite, palette.markerStale, palette.markerStale]
    case 'level1':
      return [palette.level1, palette.onLevel1, palette.onLevel1]
    case 'level2':
      return [palette.level2, palette.markerLine, palette.onLevel2]
    case 'level3':
      return [palette.level3, palette.markerLine, palette.onLevel3]
  }
}

const mark = (to: CanvasRenderingContext2D, kind: Kind, look: Look, palette: Palette): void => {
  const [fill, line, stroke] = coloursOf(look, palette)
  outline(to, kind)
  to.fillStyle = fill
  to.fill()
  to.strokeStyle = line
  to.lineWidth = 1.5
  to.stroke()
  glyph(to, kind)
  to.strokeStyle = stroke
  to.lineWidth = 1.6
  to.stroke()
  if (look !== 'quiet') return
  to.setLineDash([3, 3])
  ring(to, 15.6, palette.markerStale, 1.3)
}

const drawMarks = (to: CanvasRenderingContext2D, picture: Picture, palette: Palette): void =>
  markKinds.forEach((kind, number) => {
    for (const look of looks) picture(pictures.mark(number, look), () => mark(to, kind, look, palette))
  })

const drawHalos = (to: CanvasRenderingContext2D, picture: Picture, palette: Palette): void => {
  picture(pictures.halo(1), () => {
    disc(to, 29, palette.level1, 0.16)
    disc(to, 20, palette.level1, 0.26)
    ring(to, 24, palette.level1, 1.5, 0.75)
    ring(to, 29, palette.level1, 1.5, 0.75)
  })
  picture(pictures.halo(2), () => {
    disc(to, 19, palette.level2, 0.2)
    ring(to, 19, palette.level2, 1.5, 0.8)
  })
  picture(pictures.halo(3), () => {
    disc(to, 18, palette.level3, 0.16)
    ring(to, 18, palette.level3, 1.5)
  })
  picture(pictures.pulse, () => ring(to, 22, palette.level1, 2))
}

const badge = (to: CanvasRenderingContext2D, level: number, line: string, ground: string, numeral: string): void => {
  to.scale(0.86, 0.86)
  levelShape(to, level)
  to.lineWidth = 2.4
  to.strokeStyle = line
  to.stroke()
  to.fillStyle = ground
  to.fill()
  write(to, String(level), numeral, '13.5px', level === 2 ? 8 : 4.8)
}

/** A numeral in the middle, its foot so many pixels below it. */
const write = (to: CanvasRenderingContext2D, text: string, colour: string, size: string, foot: number): void => {
  to.fillStyle = colour
  to.font = `700 ${size} ${font}`
  to.textAlign = 'center'
  to.textBaseline = 'alphabetic'
  to.fillText(text, 0, foot)
}

const drawBadges = (to: CanvasRenderingContext2D, picture: Picture, palette: Palette): void =>
  levelsOf(palette).forEach(({ fill, on, text }, number) => {
    const level = number + 1
    picture(pictures.badge(level), () => badge(to, level, palette.mapHalo, fill, on))
    picture(pictures.hollowBadge(level), () => badge(to, level, text, palette.mapSite, text))
    picture(pictures.outline(level), () => {
      ring(to, 17.5, palette.mapHalo, 4, 0.8)
      ring(to, 17.5, text, 1.5)
    })
  })

const selection = (to: CanvasRenderingContext2D, palette: Palette): void => {
  disc(to, 17.5, palette.primary, 0.35)
  ring(to, 16, palette.text, 2)
  to.strokeStyle = palette.link
  to.lineWidth = 2
  for (const [x, y] of [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ] as const) {
    to.beginPath()
    to.moveTo(22 * x, 14 * y)
    to.lineTo(22 * x, 22 * y)
    to.lineTo(14 * x, 22 * y)
    to.stroke()
  }
}

const drawDiscs = (to: CanvasRenderingContext2D, picture: Picture, palette: Palette): void => {
  discRadius.forEach((radius, size) => {
    picture(pictures.disc(size), () => {
      disc(to, radius + 3.5, palette.marker, 0.24)
      disc(to, radius, palette.marker, 1)
      ring(to, radius, palette.markerLine, 2)
    })
  })
  for (let digit = 0; digit < 10; digit += 1)
    picture(pictures.digit(digit), () => write(to, String(digit), palette.markerGlyph, '15px', 5.4))
}

/** Draws every picture in the colours of a theme; `scale` is atlas pixels for one CSS pixel. */
export const drawAtlas = (palette: Palette, scale: number): HTMLCanvasElement => {
  const canvas = document.createElement('canvas')
  canvas.width = columns * cellSize * scale
  canvas.height = rows * cellSize * scale
  const to = canvas.getContext('2d')
  if (!to) throw new Error('this browser draws no canvas')
  to.lineCap = 'round'
  to.lineJoin = 'round'
  const picture = pictureOn(to, scale)
  drawMarks(to, picture, palette)
  drawHalos(to, picture, palette)
  drawBadges(to, picture, palette)
  picture(pictures.selection, () => selection(to, palette))
  drawDiscs(to, picture, palette)
  return canvas
}
/** Pixels from one digit to the next. */
export const digitStep = 8.4
