import { rm, stat, writeFile } from 'node:fs/promises'
import type { Metadata } from 'sharp'
import { createCompany } from '../../kernel/company.ts'
import { Refusal, TooMany } from '../../kernel/refusal.ts'
import { createSemaphore } from '../../kernel/semaphore.ts'
import { createTurns, type Turns } from '../../kernel/turns.ts'
import { asDiskTrouble } from '../../kernel/uploads.ts'
import type { FileContents } from './contents.ts'

/** Pixels: how wide a thumbnail is, and of how many a picture is opened at all. */
const [wide, pixelsAtMost] = [320, 25_000_000]
/** Bytes that a picture may take while it is open, and seconds that it may take to be drawn. */
const [bytesAtMost, secondsAtMost] = [150_000_000, 20]
/** Each takes a core while it is made. */
const atOnce = 2
/** Thumbnails that one person waits for: a page of them, many times over. */
const waitingAtMost = 100

const rejected = (zh: string, en: string): Refusal => new Refusal('fileRejected', { reason: { zh, en } })
const damaged = () => rejected('图片已损坏，无法生成缩略图', 'the picture is damaged, there is no thumbnail of it')
const tooLarge = () => rejected('图片尺寸过大，无法生成缩略图', 'the picture has too many pixels for a thumbnail')

const bytesOf: Readonly<Record<string, number>> = { ushort: 2, short: 2, uint: 4, int: 4, float: 4, double: 8 }
/**
 * Bytes of a picture that cannot be read line by line: what comes in passes, what is turned, and the formats that are opened whole.
 * Of a JPEG in passes two bytes of each value are held.
 */
const bytesHeld = ({ width, height, channels, depth, format, isProgressive, orientation = 1 }: Metadata): number => {
  const isWhole = isProgressive || orientation > 1 || format === 'webp' || format === 'gif'
  const each = format === 'jpeg' ? 2 : (bytesOf[depth] ?? 1)
  return isWhole ? width * height * channels * each : 0
}

/** Draws a picture small, in JPEG, and answers its size in bytes; throws a `Refusal` for what cannot be opened. */
const draw = async (from: string, to: string): Promise<number> => {
  // Loaded with the first that is asked for: it brings a library of its own.
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  const picture = sharp(from, { limitInputPixels: false, failOn: 'error', sequentialRead: true })
  const metadata = await picture.metadata().catch(() => {
    throw damaged()
  })
  if (metadata.width * metadata.height > pixelsAtMost || bytesHeld(metadata) > bytesAtMost) throw tooLarge()
  const small = picture
    .rotate()
    .resize({ width: wide, withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 75 })
    .timeout({ seconds: secondsAtMost })
  const drawn = await small.toBuffer().catch(() => {
    throw damaged()
  })
  await writeFile(to, drawn)
  return drawn.length
}

interface Picture {
  readonly type: string
  readonly sha256: string
  readonly path: string
}

/** Has each person wait for one thumbnail at a time, so that nobody's keep all others waiting. */
const createOneEach = () => {
  const lines = new Map<string, { readonly turns: Turns; waiting: number }>()
  return async <T>(userId: string, work: () => Promise<T>): Promise<T> => {
    const line = lines.get(userId) ?? { turns: createTurns(), waiting: 0 }
    if (line.waiting >= waitingAtMost) throw new TooMany(secondsAtMost)
    lines.set(userId, line)
    line.waiting += 1
    try {
      return await line.turns(work)
    } finally {
      line.waiting -= 1
      if (line.waiting === 0) lines.delete(userId)
    }
  }
}

/** Where the thumbnail of a picture lies, made when somebody first asks for it, and its size in bytes. */
export const createThumbnails = (contents: FileContents) => {
  const permits = createSemaphore(atOnce)
  const together = createCompany<number>()
  const oneEach = createOneEach()
  /** What cannot be drawn is not tried again. */
  const requireDrawable = async (sha256: string): Promise<void> => {
    const reason = await contents.whyNoThumbnail(sha256)
    if (reason !== null) throw new Refusal('fileRejected', { reason })
  }
  const sizeOf = (sha256: string): Promise<number | null> => stat(contents.thumbnailOf(sha256)).then(({ size }) => size, absent)
  /** Its size in bytes. */
  const make = async ({ sha256, path }: Picture): Promise<number> => {
    await permits.acquire()
    const made = await contents.reserve()
    try {
      // Somebody else may have waited for the same.
      const there = await sizeOf(sha256)
      if (there !== null) return there
      await requireDrawable(sha256)
      const size = await draw(path, made)
      await contents.placeThumbnail(made, sha256)
      return size
    } catch (error) {
      const reason = error instanceof Refusal ? error.values.reason : undefined
      if (typeof reason === 'object') await contents.noteNoThumbnail(sha256, reason)
      throw asDiskTrouble(error)
    } finally {
      permits.release()
      await rm(made, { force: true })
    }
  }
  return async (picture: Picture, userId: string): Promise<{ readonly path: string; readonly size: number }> => {
    const { type, sha256 } = picture
    if (!type.startsWith('image/')) throw rejected('不是图片，没有缩略图', 'it is no picture, there is no thumbnail of it')
    const path = contents.thumbnailOf(sha256)
    const there = await sizeOf(sha256)
    if (there !== null) return { path, size: there }
    await requireDrawable(sha256)
    return { path, size: await together(`${userId} ${sha256}`, () => oneEach(userId, () => make(picture))) }
  }
}

const absent = (error: unknown): null => {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
