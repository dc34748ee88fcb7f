import { Zip, ZipPassThrough } from 'fflate'

export interface ZipEntry {
  readonly path: string
  readonly bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}

/**
 * An archive of entries that are stored as they are, since pictures are packed already; in memory is one piece of one of them. What
 * comes after the bytes tells their number and checksum, so that nothing is read twice.
 */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const failures: Error[] = []
  let waiting: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) failures.push(error)
    else waiting.push(chunk)
  })
  const taken = (): Uint8Array[] => {
    const [failure] = failures
    if (failure) throw failure
    const chunks = waiting
    waiting = []
    return chunks
  }
  for await (const { path, bytes } of entries) {
    const entry = new ZipPassThrough(path)
    zip.add(entry)
    for await (const chunk of bytes) {
      // fflate passes on what it is given: a reader may fill the same buffer again before it is sent.
      entry.push(Uint8Array.from(chunk))
      yield* taken()
    }
    entry.push(new Uint8Array(), true)
    yield* taken()
  }
  zip.end()
  yield* taken()
}
