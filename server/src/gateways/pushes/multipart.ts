/** One part of a body of several: whatever it is called, it is known by its content. */
export interface Part {
  /** Of its disposition, lower case; empty where it has none. */
  readonly name: string
  readonly bytes: Buffer
}

/** Parts of one push: a camera sends a message and a handful of pictures. */
const partsAtMost = 32
/** Bytes of a part's headers. */
const headAtMost = 8 * 1024
const [lf, cr, dash] = [10, 13, 45]

/** What `multipart/…; boundary=…` says, or the first line of a body that has one and says nothing of it; null for no body of parts. */
export const boundaryOf = (type: string, body: Buffer): string | null => {
  const said = /^\s*multipart\/[^;]*;(?:.*;)?\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(type)
  if (said) return said[1] ?? said[2] ?? null
  return /^\r?\n?--([^\s]{1,200})\r?\n/.exec(body.toString('latin1', 0, 220))?.[1] ?? null
}

/**
 * The parts of a body in form-data, mixed or x-mixed-replace alike: with or without names and lengths, and with boundary lines that
 * come twice. A part whose length is told and leads to a boundary may hold anything; any other ends with the next boundary line.
 */
export const splitMultipart = (body: Buffer, boundary: string): Part[] => {
  const delimiter = delimiterIn(body, boundary)
  const parts: Part[] = []
  for (let at = lineWith(body, delimiter, 0); at >= 0 && parts.length < partsAtMost; ) {
    const after = at + delimiter.length
    if (body[after] === dash && body[after + 1] === dash) break
    const lineEnd = body.indexOf(lf, after)
    if (lineEnd < 0) break
    const start = lineEnd + 1
    if (startsAt(body, delimiter, start)) {
      at = start
      continue
    }
    const head = headFrom(body, start)
    if (head === null) {
      at = lineWith(body, delimiter, start)
      continue
    }
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
  for (let at = body.indexOf(delimiter, from); at >= 0; at = body.indexOf(delimiter, at + 1))
    if (at === 0 || body[at - 1] === lf) return at
  return -1
}

const headFrom = (body: Buffer, start: number): { readonly lines: string; readonly contents: number } | null => {
  const text = body.toString('latin1', start, start + headAtMost)
  const found = /^(?:\r?\n|[^]*?\r?\n\r?\n)/.exec(text)
  return found ? { lines: found[0], contents: start + found[0].length } : null
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
