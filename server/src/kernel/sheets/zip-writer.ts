import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'
import { SheetError } from './sheet-error.ts'

/** A quarter of what the format's 32 bits count, and more than Excel opens without trouble. */
export const longestPart = 1024 * 1024 * 1024

export interface ZipPart {
  readonly name: string
  readonly text: string | AsyncIterable<string>
}

/**
 * Writes an archive part by part; in memory is one piece of text at a time. fflate arranges the archive, zlib packs in threads of
 * its own: fflate's own packing would hold up the server. A part of more than `longest` bytes is refused.
 */
export const writeZip = async (path: string, parts: Iterable<ZipPart>, longest = longestPart): Promise<void> => {
  const file = await open(path, 'w')
  try {
    let waiting: Uint8Array[] = []
    const zip = new Zip((error, chunk) => {
      if (error) throw error
      waiting.push(chunk)
    })
    const flush = async (): Promise<void> => {
      const chunks = waiting
      waiting = []
      for (const chunk of chunks) await file.appendFile(chunk)
    }
    for (const { name, text } of parts) {
      const part: ZipInputFile = { filename: name, size: 0, crc: 0, compression: 8 }
      zip.add(part)
      const tell = (chunk: Uint8Array<ArrayBuffer>, last: boolean): void => part.ondata?.(null, chunk, last)
      const bytes = async function* (): AsyncGenerator<Buffer> {
        for await (const piece of typeof text === 'string' ? [text] : text) {
          const chunk = Buffer.from(piece)
          part.size += chunk.length
          if (part.size > longest) throw new SheetError('tooLongToWrite')
          part.crc = crc32(chunk, part.crc)
          yield chunk
        }
      }
      await pipeline(
        Readable.from(bytes(), { highWaterMark: 1 }),
        createDeflateRaw(),
        async (packed: AsyncIterable<Uint8Array<ArrayBuffer>>) => {
          for await (const chunk of packed) {
            tell(chunk, false)
            await flush()
          }
        },
      )
      tell(new Uint8Array(), true)
      await flush()
    }
    zip.end()
    await flush()
  } finally {
    await file.close()
  }
}
