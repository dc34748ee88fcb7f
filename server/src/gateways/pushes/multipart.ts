import { unreadable } from './xml.ts'

/** One part of a body of several: whatever it is called, it is known by its content. */
export interface Part {
  /** Of its disposition, lower case; empty where it has none. */
  readonly name: string
  readonly bytes: Buffer
}

/** Parts of one push: a camera sends a message and a handful of pictures. */
const partsAtMost = 32
/** Boundary lines that are looked at: each may come twice, and one more ends the body. */
const linesAtMost = 2 * partsAtMost + 1
/** Bytes of a part's headers. */
const headAtMost = 8 * 1024
const [lf, cr, dash] = [10, 13, 45]
const lineFeed = Buffer.from([lf])
/** A line's end and an empty line, whichever way lines end. */
const blankLines = [Buffer.from('\n\r\n'), Buffer.from('\n\n')]

/** What `multipart/…; boundary=…` says, or the first line of a body that has one and says nothing of it; null for no body of parts. */
export const boundaryOf = (type: string, body: Buffer): string | null => {
  const said = /^\s*multipart\/[^;]*;(?:.*;)?\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(type)
  if (said) return said[1] ?? said[2] ?? null
  return /^\r?\n?--([^\s]{1,200})\r?\n/.exec(body.toString('latin1', 0, 220))?.[1] ?? null
}

/**
 * The parts of a body in form-data, mixed or x-mixed-replace alike: with or without names and lengths, and with boundary lines that
 * come twice. A part whose length is told and leads to a boundary may hold anything; any other ends with the next boundary line. Throws
 * a `Refusal` at the first part without a blank line behind its headers, and for more parts than a camera sends: what is no push is
 * not searched from end to end.
 */
export const splitMultipart = (body: Buffer, boundary: string): Part[] => {
  const delimiter = delimiterIn(body, boundary)
  const parts: Part[] = []
  let looked = 0
  for (let at = lineWith(body, delimiter, 0); at >= 0; ) {
    looked += 1
    const after = at + delimiter.length
    if (body[after] === dash && body[after + 1] === dash) break
    const lineEnd = body.indexOf(lf, after)
    if (lineEnd < 0 || isBlankFrom(body, lineEnd)) break
    if (looked > linesAtMost || parts.length === partsAtMost)
      throw unreadable({ zh: `超过 ${partsAtMost} 部分`, en: `has more than ${partsAtMost} parts` })
    const start = lineEnd + 1
    if (startsAt(body, delimiter, start)) {
      at = start
      continue
    }
    const head = headFrom(body, start)
    if (head === null)
      throw unreadable({ zh: '中有一部分的头后没有空行', en: 'has a part without a blank line behind its headers' })
    const { end, next } = endOf(body, delimiter, head.contents, lengthIn(head.lines))
    if (end > head.contents) parts.push({ name: nameIn(head.lines), bytes: body.subarray(head.contents, end) })
    at = next
  }
  return parts
}

/** Some say the two dashes as part of the boundary. */
const delimiterIn = (body: Buffer, boundary: string): Buffer => {
  const usual = Buffer.from(`--${boundary}`, 'latin1')
  return boundary.startsWith('--') && lineWith(body, usual, 0) < 0 ? Buffer.from(boundary, 'latin1') : usual
}

const startsAt = (body: Buffer, delimiter: Buffer, at: number): boolean =>
  body.subarray(at, at + delimiter.length).equals(delimiter)

/** Where the delimiter next begins a line; -1 where it does not. */
const lineWith = (body: Buffer, delimiter: Buffer, from: number): number => {
  if (from === 0 && startsAt(body, delimiter, 0)) return 0
  const found = body.indexOf(Buffer.concat([lineFeed, delimiter]), Math.max(0, from - 1))
  return found < 0 ? -1 : found + 1
}

/** A stream that is cut off behind a boundary line ends as well as one that says so. */
const isBlankFrom = (body: Buffer, at: number): boolean => body.length - at <= 4 && body.toString('latin1', at).trim() === ''

/** What stands before the contents of a part; null where no blank line ends it. */
const headFrom = (body: Buffer, start: number): { readonly lines: string; readonly contents: number } | null => {
  const head = body.subarray(start, start + headAtMost)
  const ends = blankLines.flatMap((line) => {
    const at = head.indexOf(line)
    return at < 0 ? [] : [at + line.length]
  })
  const size = head[0] === lf ? 1 : head[0] === cr && head[1] === lf ? 2 : Math.min(...ends)
  return Number.isFinite(size) ? { lines: head.toString('latin1', 0, size), contents: start + size } : null
}

const lengthIn = (lines: string): number | null => {
  const told = /^content-length:\s*(\d{1,9})\s*$/im.exec(lines)?.[1]
  return told === undefined ? null : Number(told)
}

const nameIn = (lines: string): string => {
  const disposition = /^content-disposition:(.*)$/im.exec(lines)?.[1] ?? ''
  const named = [...disposition.matchAll(/\b(?:file)?name\s*=\s*(?:"([^"]*)"|([^\s;]+))/gi)]
  return named
    .map(([, quoted, plain]) => quoted ?? plain ?? '')
    .join(' ')
    .toLowerCase()
}

/** Where a part ends and where the delimiter after it stands, -1 for none. */
const endOf = (
  body: Buffer,
  delimiter: Buffer,
  contents: number,
  length: number | null,
): { readonly end: number; readonly next: number } => {
  if (length !== null && contents + length <= body.length) {
    let after = contents + length
    while (body[after] === cr || body[after] === lf) after += 1
    if (after >= body.length) return { end: contents + length, next: -1 }
    if (startsAt(body, delimiter, after)) return { end: contents + length, next: after }
  }
  const next = lineWith(body, delimiter, contents)
  if (next < 0) return { end: body.length, next }
  const line = next - 1
  return { end: Math.max(contents, body[line - 1] === cr ? line - 1 : line), next }
}
