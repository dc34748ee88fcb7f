import { open } from 'node:fs/promises'

export type TextEncoding = 'utf-8' | 'utf-16le' | 'gb18030'

// GBK takes nearly any bytes for characters; what tells a picture from a text are the control characters in it.
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const noText = /[\u0000-\u0008\u000b\u000c\u000e-\u001a\u001c-\u001f]/

/** How the text of a file is encoded: by its byte order mark, else UTF-8 if it is valid, else GBK; null for bytes that are no text. */
export const textEncodingOf = async (path: string): Promise<TextEncoding | null> => {
  const mark = await readStart(path, 2)
  const candidates: readonly TextEncoding[] = mark[0] === 0xff && mark[1] === 0xfe ? ['utf-16le'] : ['utf-8', 'gb18030']
  for (const encoding of candidates) if (await isText(path, encoding)) return encoding
  return null
}

const isText = async (path: string, encoding: TextEncoding): Promise<boolean> => {
  try {
    for await (const text of readText(path, encoding)) if (noText.test(text)) return false
    return true
  } catch (error) {
    if (isBadEncoding(error)) return false
    throw error
  }
}

/** Whether a fatal `TextDecoder` met bytes that its encoding does not know. */
export const isBadEncoding = (error: unknown): boolean =>
  error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA'

/** The text of a file in pieces, without its byte order mark; throws on bytes that the encoding does not know. */
export async function* readText(path: string, encoding: TextEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const file = await open(path)
  for await (const bytes of file.createReadStream() as AsyncIterable<Buffer>) {
    const text = decoder.decode(bytes, { stream: true })
    if (text !== '') yield text
  }
  const last = decoder.decode()
  if (last !== '') yield last
}

/** The first bytes of a file, fewer if it is shorter. */
export const readStart = async (path: string, length: number): Promise<Buffer> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
