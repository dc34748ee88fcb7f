import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)]
const { BROTLI_MODE_TEXT, BROTLI_PARAM_MODE, BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = constants

/** Bytes below which a file goes in one packet as it is. */
const least = 1_024
const isText = (name: string): boolean => /\.(?:css|html|js|json|svg)$/.test(name)

/** Beside every text of the console the same as brotli and gzip, as small as they get: made once here and never by the server. */
export const compressedFiles: Plugin = {
  name: 'compressed-files',
  writeBundle: async ({ dir = '' }, bundle) => {
    await Promise.all(
      Object.keys(bundle)
        .filter(isText)
        .map(async (name) => {
          const file = join(dir, name)
          const text = await readFile(file)
          if (text.byteLength < least) return
          const params = {
            [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT,
            [BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
          }
          await writeFile(`${file}.br`, await toBrotli(text, { params }))
          await writeFile(`${file}.gz`, await toGzip(text, { level: 9 }))
        }),
    )
  },
}
