const strictUtf8 = new TextDecoder('utf-8', { fatal: true })
const gb18030 = new TextDecoder('gb18030')
const isChinese = /^(?:gb_?2312|gbk|gb18030|cp936|x-gbk)(?:-\d+)?$/i

/**
 * Text as a device wrote it: by its XML declaration, else as UTF-8 if it is that without a fault, else in GB18030, which is what old
 * firmware writes whatever it declares.
 */
export const decodeText = (bytes: Uint8Array): string => {
  const beginning = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 200)).toString('latin1')
  const declared = /<\?xml[^>]*\bencoding\s*=\s*["']([\w.-]+)["']/i.exec(beginning)?.[1] ?? ''
  if (isChinese.test(declared)) return gb18030.decode(bytes)
  try {
    return strictUtf8.decode(bytes)
  } catch {
    return gb18030.decode(bytes)
  }
}
