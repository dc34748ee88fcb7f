import sharp from 'sharp'
import type { CarType } from '../cast.ts'
import { glyphHeight, glyphOf } from './glyphs.ts'

/** What a camera of the plant sees, as it would look to somebody who draws with blocks. */

export interface Scene {
  readonly plateNumber: string
  readonly plateColor: 'blue' | 'yellow'
  readonly carType: CarType
  /** In the site's time, `YYYY-MM-DD HH:mm:ss`. */
  readonly time: string
  /** km/h, null where it was not measured. */
  readonly speed: number | null
}

const plateColours = { blue: ['#1f4fb0', '#ffffff'], yellow: ['#f2b705', '#111111'] } as const
const bodies: Readonly<Record<CarType, string>> = {
  car: '#7c8a99',
  truck: '#3c6e58',
  tanker: '#b9c2cb',
  loader: '#d99a18',
  forklift: '#d9731a',
  fire: '#b3261e',
}
const round = (value: number): number => Math.round(value * 10) / 10

/** Letters from the left edge on, so high. */
const lettered = (text: string, [left, top]: readonly [number, number], height: number, colour: string): string => {
  const unit = height / glyphHeight
  let x = left
  const rects: string[] = []
  for (const letter of text) {
    const { width, runs } = glyphOf(letter)
    for (const run of runs)
      rects.push(
        `<rect x="${round(x + run.x * unit)}" y="${round(top + run.y * unit)}" width="${round(run.width * unit)}" height="${round(unit + 0.1)}"/>`,
      )
    x += width * unit
  }
  return `<g fill="${colour}">${rects.join('')}</g>`
}

const plate = ({ plateNumber, plateColor }: Scene, [x, y]: readonly [number, number], height: number): string => {
  const [ground, ink] = plateColours[plateColor]
  const width = height * 4.4
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${height / 12}" fill="${ground}" stroke="${ink}" stroke-width="${height / 24}"/>${lettered(plateNumber, [x + height * 0.42, y + height * 0.14], height * 0.72, ink)}`
}

/** From the front: what stands upon the wheels, and the cab before it. */
const body = ({ carType }: Scene): string => {
  const colour = bodies[carType]
  const high = carType === 'car' || carType === 'forklift' ? 210 : 130
  const load =
    carType === 'tanker'
      ? `<ellipse cx="400" cy="${high + 70}" rx="130" ry="80" fill="#dfe4e9"/>`
      : carType === 'truck'
        ? `<rect x="270" y="${high - 20}" width="260" height="150" fill="#53606c"/>`
        : ''
  return `${load}<rect x="300" y="${high + 40}" width="200" height="${330 - high - 40}" rx="14" fill="${colour}"/><rect x="318" y="${high + 56}" width="164" height="60" rx="8" fill="#a9c6da"/><rect x="300" y="318" width="200" height="26" fill="#2b3138"/><circle cx="322" cy="300" r="12" fill="#fff3c4"/><circle cx="478" cy="300" r="12" fill="#fff3c4"/><rect x="310" y="340" width="44" height="34" rx="6" fill="#15181c"/><rect x="446" y="340" width="44" height="34" rx="6" fill="#15181c"/>`
}

const jpegOf = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).jpeg({ quality: 72 }).toBuffer()

/** JPEG, 800 × 450: the road, the vehicle from the front, and what the camera writes below. */
export const wholeOf = (scene: Scene): Promise<Buffer> =>
  jpegOf(`<svg xmlns="http://www.w3.org/2000/svg" width="800" height="450"><rect width="800" height="450" fill="#b8c7d3"/>
<rect y="120" width="800" height="330" fill="#8f9d86"/><path d="M310 150h180L800 450H0z" fill="#6d7277"/><path d="M398 150h4l14 300h-32z" fill="#e8e6da"/>
<rect x="60" y="40" width="120" height="110" fill="#9aa3ab"/><rect x="90" y="10" width="40" height="140" fill="#a8b1b9"/>${body(scene)}${plate(scene, [341, 318], 27)}
<rect y="414" width="800" height="36" fill="#111418"/>${lettered(`${scene.time}${scene.speed === null ? '' : `  ${Math.round(scene.speed)} KM/H`}`, [14, 419], 26, '#f4f4f4')}</svg>`)

/** JPEG, 352 × 80. */
export const plateOf = (scene: Scene): Promise<Buffer> =>
  jpegOf(`<svg xmlns="http://www.w3.org/2000/svg" width="352" height="80">${plate(scene, [0, 0], 80)}</svg>`)

const helmets = ['#e8b21c', '#d9482b', '#2f6fc4', '#f2f2f2'] as const

/** JPEG, 300 × 360: somebody before a turnstile, told apart by the colours of his clothes and helmet. */
export const portraitOf = (workNum: string): Promise<Buffer> => {
  const sum = [...workNum].reduce((total, letter) => total * 31 + letter.charCodeAt(0), 7) >>> 0
  const helmet = helmets[sum % helmets.length] ?? '#e8b21c'
  const hue = (sum >>> 4) % 360
  return jpegOf(`<svg xmlns="http://www.w3.org/2000/svg" width="300" height="360"><rect width="300" height="360" fill="#cfd6dc"/>
<path d="M40 360c0-90 50-120 110-120s110 30 110 120z" fill="hsl(${hue},35%,45%)"/><rect x="128" y="200" width="44" height="56" fill="#c99b76"/>
<ellipse cx="150" cy="160" rx="58" ry="70" fill="#dcae88"/><path d="M84 140a66 66 0 0 1 132 0z" fill="${helmet}"/><rect x="76" y="134" width="148" height="14" rx="7" fill="${helmet}"/>
<circle cx="128" cy="168" r="6" fill="#23272c"/><circle cx="172" cy="168" r="6" fill="#23272c"/><path d="M132 202q18 10 36 0" stroke="#8c5a44" stroke-width="4" fill="none"/></svg>`)
}
