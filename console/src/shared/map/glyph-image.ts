import { glyphs, type IconName, type Shape } from '../ui/glyphs.ts'

/** Pixels of an image that one pixel of the map takes. */
export const imageRatio = 2
const size = 20

const pathOf = (shape: Shape): Path2D => {
  if (typeof shape === 'string') return new Path2D(shape)
  if ('d' in shape) return new Path2D(shape.d)
  const [x, y, width, height, radius = 0] = shape
  const path = new Path2D()
  if (height === undefined) path.arc(x, y, width, 0, 2 * Math.PI)
  else path.roundRect(x, y, width, height, radius)
  return path
}

/** An icon of the interface as a picture of the map: its lines in a colour, with a halo that parts it from the plan. */
export const glyphImage = (name: IconName, colour: string, halo: string): ImageData => {
  const side = size * imageRatio
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser draws no canvas')
  pen.scale(side / 24, side / 24)
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  const shapes: readonly Shape[] = glyphs[name]
  const paths = shapes.map(pathOf)
  for (const [line, width] of [
    [halo, 5.5],
    [colour, 2],
  ] as const) {
    pen.strokeStyle = line
    pen.lineWidth = width
    for (const path of paths) pen.stroke(path)
  }
  return pen.getImageData(0, 0, side, side)
}
