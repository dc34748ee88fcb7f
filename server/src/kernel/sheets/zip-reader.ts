import { open, type FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { SheetError } from './sheet-error.ts'

export interface ZipEntry {
  readonly name: string
  readonly compressedSize: number
  /** Bytes once unpacked, as the archive says. */
  readonly size: number
  readonly crc: number
  readonly deflated: boolean
  /** Where its local header begins. */
  readonly offset: number
}

// Far above any workbook within the limits of a sheet, far below what would hurt.
const mostEntries = 1000
const mostUnpacked = 200 * 1024 * 1024
/** A part that unpacks to more than this many times its size is no text that somebody wrote. */
const highestRatio = 200
/** Below this a high ratio harms nobody: a sheet of the same row again and again has one. */
const ratioCountsFrom = 50 * 1024 * 1024

const broken = (): SheetError => new SheetError('brokenArchive')

const endMark = 0x06054b50
const directoryMark = 0x02014b50
const localMark = 0x04034b50
const endLength = 22
const longestComment = 0xffff

/**
 * An archive read by its directory, as Excel reads it, and by nothing else: what stands between the parts is never looked at.
 * `unpack` counts real bytes against the limits, whatever the directory says. Throws a `SheetError`.
 */
export interface ZipReader {
  readonly entries: readonly ZipEntry[]
  readonly unpack: (entry: ZipEntry) => AsyncGenerator<Buffer>
  readonly close: () => Promise<void>
}

export const openZip = async (path: string): Promise<ZipReader> => {
  const file = await open(path)
  try {
    const entries = await readDirectory(file)
    let left = mostUnpacked
    return {
      entries,
      unpack: (entry) =>
        unpack(file, entry, (bytes) => {
          left -= bytes
          if (left < 0) throw new SheetError('tooBigInside')
        }),
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

const readAt = async (file: FileHandle, position: number, length: number): Promise<Buffer> => {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, position)
  if (bytesRead < length) throw broken()
  return bytes
}

const readDirectory = async (file: FileHandle): Promise<ZipEntry[]> => {
  const { size: fileSize } = await file.stat()
  const tailLength = Math.min(fileSize, endLength + longestComment)
  const tail = await readAt(file, fileSize - tailLength, tailLength)
  const end = findEnd(tail)
  const count = tail.readUInt16LE(end + 10)
  const length = tail.readUInt32LE(end + 12)
  const offset = tail.readUInt32LE(end + 16)
  if (count > mostEntries) throw new SheetError('tooBigInside')
  if (offset + length > fileSize - tailLength + end) throw broken()
  const directory = await readAt(file, offset, length)
  const entries: ZipEntry[] = []
  let at = 0
  for (let index = 0; index < count; index++) {
    if (at + 46 > length || directory.readUInt32LE(at) !== directoryMark) throw broken()
    const nameLength = directory.readUInt16LE(at + 28)
    const extraLength = directory.readUInt16LE(at + 30)
    const next = at + 46 + nameLength + extraLength + directory.readUInt16LE(at + 32)
    if (next > length) throw broken()
    const extra = directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength)
    entries.push(entryOf(directory.subarray(at, at + 46 + nameLength), extra, fileSize))
    at = next
  }
  if (new Set(entries.map(({ name }) => name)).size !== entries.length) throw broken()
  if (entries.reduce((sum, { size }) => sum + size, 0) > mostUnpacked) throw new SheetError('tooBigInside')
  return entries
}

/** The end record stands behind everything else; only a comment may follow it. */
const findEnd = (tail: Buffer): number => {
  for (let at = tail.length - endLength; at >= 0; at--) {
    if (tail.readUInt32LE(at) === endMark && at + endLength + tail.readUInt16LE(at + 20) === tail.length) return at
  }
  throw broken()
}

const entryOf = (header: Buffer, extra: Buffer, fileSize: number): ZipEntry => {
  const flags = header.readUInt16LE(8)
  const method = header.readUInt16LE(10)
  const wide = wideSizes(extra)
  const sizeOf = (at: number): number => {
    const size = header.readUInt32LE(at)
    return size === 0xffffffff ? (wide.shift() ?? size) : size
  }
  const size = sizeOf(24)
  const compressedSize = sizeOf(20)
  const offset = sizeOf(42)
  if ((flags & 1) !== 0 || (method !== 0 && method !== 8)) throw broken()
  if (compressedSize > fileSize || offset > fileSize) throw broken()
  const name = header.subarray(46).toString('utf8').replaceAll('\\', '/')
  return { name, compressedSize, size, crc: header.readUInt32LE(16), deflated: method === 8, offset }
}

/** The 64-bit sizes that some writers keep in the extra field, in the order in which the header lacks them. */
const wideSizes = (extra: Buffer): number[] => {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    const end = Math.min(at + 4 + extra.readUInt16LE(at + 2), extra.length)
    const sizes: number[] = []
    for (let from = at + 4; from + 8 <= end; from += 8) sizes.push(Number(extra.readBigUInt64LE(from)))
    return sizes
  }
  return []
}

async function* unpack(file: FileHandle, entry: ZipEntry, spend: (bytes: number) => void): AsyncGenerator<Buffer> {
  const local = await readAt(file, entry.offset, 30)
  if (local.readUInt32LE(0) !== localMark) throw broken()
  const start = entry.offset + 30 + local.readUInt16LE(26) + local.readUInt16LE(28)
  let size = 0
  let crc = 0
  for await (const chunk of bytesOf(file, start, entry)) {
    spend(chunk.length)
    size += chunk.length
    if (size > ratioCountsFrom && size > entry.compressedSize * highestRatio) throw new SheetError('tooBigInside')
    if (size > entry.size) throw broken()
    crc = crc32(chunk, crc)
    yield chunk
  }
  if (size !== entry.size || crc !== entry.crc) throw broken()
}

async function* bytesOf(file: FileHandle, start: number, entry: ZipEntry): AsyncGenerator<Buffer> {
  const packed = slices(file, start, entry.compressedSize)
  if (!entry.deflated) {
    yield* packed
    return
  }
  try {
    // Its iteration throws what fails, so that there is nothing left to hear of here.
    yield* pipeline(packed, createInflateRaw({ chunkSize: sliceLength }), () => undefined) as AsyncIterable<Buffer>
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) throw broken()
    throw error
  }
}

const sliceLength = 64 * 1024

async function* slices(file: FileHandle, start: number, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < length; at += sliceLength) yield await readAt(file, start + at, Math.min(sliceLength, length - at))
}
