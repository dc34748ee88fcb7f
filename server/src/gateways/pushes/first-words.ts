import type { IncomingMessage } from 'node:http'
import { longestSaid } from '@vigil/contract/pushing/entities.ts'
import { decodeText } from './charset.ts'

/** Bytes of a push that are looked at for what it says, where it is not read. */
export const lookedAt = 8 * 1024

/** The first of a body that comes; empty where nothing does. The rest is left to whoever reads on. */
export const firstOf = (raw: IncomingMessage): Promise<Buffer> =>
  new Promise((resolve) => {
    const done = (chunk?: Buffer): void => {
      raw.off('data', done).off('end', ended).off('close', ended)
      resolve(chunk?.subarray(0, lookedAt) ?? Buffer.alloc(0))
    }
    const ended = (): void => done()
    if (raw.readableEnded || raw.destroyed) return done()
    raw.once('data', done).once('end', ended).once('close', ended)
  })

/** What it said of a plate, and how it began, as a list can show it. */
export const saidIn = (bytes: Buffer): string => {
  const text = textIn(bytes)
  const plate = /(?:licensePlate>|"(?:licensePlate|PlateNumber|plateNumber)"\s*:\s*")([^<"\n]{1,20})/.exec(text)?.[1]
  // Headers of a part say nothing of the device.
  const begins = /[<{[]/.exec(text)?.index ?? 0
  const plain = text
    .slice(begins)
    .replaceAll(/[\p{Other}\s]+/gu, ' ')
    .trim()
  return Array.from(plate === undefined ? plain : `${plate.replaceAll(/\p{Other}/gu, '').trim()} · ${plain}`)
    .slice(0, longestSaid)
    .join('')
    .slice(0, longestSaid)
    .toWellFormed()
}

/** Cut somewhere, maybe in the middle of a character, and ending with bytes of a picture. */
const textIn = (bytes: Buffer): string => {
  const picture = bytes.indexOf(Buffer.from([0xff, 0xd8, 0xff]))
  const whole = picture < 0 ? bytes : bytes.subarray(0, picture)
  const lastBreak = whole.lastIndexOf(0x3e)
  return decodeText(bytes.length < lookedAt || lastBreak < 0 ? whole : whole.subarray(0, lastBreak + 1))
}
