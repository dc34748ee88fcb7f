import { rm, stat, writeFile } from 'node:fs/promises'
import { createCompany } from '../../kernel/company.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { createSemaphore } from '../../kernel/semaphore.ts'
import { asDiskTrouble } from '../../kernel/uploads.ts'
import type { FileContents } from './contents.ts'

/** Pixels: how wide a thumbnail is, and of how many a picture is opened at all. */
const [wide, pixelsAtMost] = [320, 100_000_000]
/** Each takes a core while it is made. */
const atOnce = 2

const rejected = (zh: string, en: string): Refusal => new Refusal('fileRejected', { reason: { zh, en } })

/** Draws a picture small, in JPEG, and answers its size in bytes; throws a `Refusal` for what cannot be opened. */
const draw = async (from: string, to: string): Promise<number> => {
  // Loaded with the first that is asked for: it brings a library of its own.
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  const picture = sharp(from, { limitInputPixels: pixelsAtMost, failOn: 'error', sequentialRead: true })
  const { width, height } = await picture.metadata().catch(() => {
    throw rejected('图片已损坏，无法生成缩略图', 'the picture is damaged, there is no thumbnail of it')
  })
  if (width * height > pixelsAtMost)
    throw rejected('图片尺寸过大，无法生成缩略图', 'the picture has too many pixels for a thumbnail')
  const small = picture
    .rotate()
    .resize({ width: wide, withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 75 })
  const drawn = await small.toBuffer().catch(() => {
    throw rejected('图片已损坏，无法生成缩略图', 'the picture is damaged, there is no thumbnail of it')
  })
  await writeFile(to, drawn)
  return drawn.length
}

interface Picture {
  readonly type: string
  readonly sha256: string
  readonly path: string
}

/** Where the thumbnail of a picture lies, made when it is first asked for, and its size in bytes. */
export const createThumbnails = (contents: FileContents) => {
  const permits = createSemaphore(atOnce)
  const together = createCompany<number>()
  /** Its size in bytes. */
  const make = async ({ sha256, path }: Picture): Promise<number> => {
    await permits.acquire()
    const made = await contents.reserve()
    try {
      const size = await draw(path, made)
      await contents.placeThumbnail(made, sha256)
      return size
    } catch (error) {
      throw asDiskTrouble(error)
    } finally {
      permits.release()
      await rm(made, { force: true })
    }
  }
  return async (picture: Picture): Promise<{ readonly path: string; readonly size: number }> => {
    if (!picture.type.startsWith('image/'))
      throw rejected('不是图片，没有缩略图', 'it is no picture, there is no thumbnail of it')
    const path = contents.thumbnailOf(picture.sha256)
    const sizeThere = (): Promise<number | null> => stat(path).then(({ size }) => size, absent)
    const size = (await sizeThere()) ?? (await together(picture.sha256, async () => (await sizeThere()) ?? make(picture)))
    return { path, size }
  }
}

const absent = (error: unknown): null => {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
