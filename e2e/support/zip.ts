import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'

// As of PKWARE's APPNOTE, as far as a workbook needs it: packed parts, one after the other, and their directory.
const deflated = 8

/** An archive of texts by their names. */
export const zip = (parts: Readonly<Record<string, string>>): Buffer => {
  const [bodies, directory]: [Buffer[], Buffer[]] = [[], []]
  let offset = 0
  for (const [name, text] of Object.entries(parts)) {
    const [title, plain] = [Buffer.from(name), Buffer.from(text)]
    const packed = deflateRawSync(plain)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(deflated, 4)
    facts.writeUInt32LE(crc32(plain), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(plain.length, 18)
    facts.writeUInt16LE(title.length, 22)
    bodies.push(Buffer.from('PK\x03\x04'), facts, title, packed)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), facts, place, title)
    offset += 30 + title.length + packed.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  const count = Object.keys(parts).length
  end.writeUInt16LE(count, 4)
  end.writeUInt16LE(count, 6)
  end.writeUInt32LE(entries.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...bodies, entries, Buffer.from('PK\x05\x06'), end])
}

/** The parts of an archive by their names. */
export const unzip = (archive: Buffer): ReadonlyMap<string, string> => {
  const parts = new Map<string, string>()
  const end = archive.lastIndexOf('PK\x05\x06')
  let at = archive.readUInt32LE(end + 16)
  while (archive.toString('latin1', at, at + 4) === 'PK\x01\x02') {
    const [method, size, nameLength, extra, comment] = [
      archive.readUInt16LE(at + 10),
      archive.readUInt32LE(at + 20),
      archive.readUInt16LE(at + 28),
      archive.readUInt16LE(at + 30),
      archive.readUInt16LE(at + 32),
    ]
    const body = archive.readUInt32LE(at + 42)
    const from = body + 30 + archive.readUInt16LE(body + 26) + archive.readUInt16LE(body + 28)
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const bytes = archive.subarray(from, from + size)
    parts.set(name, (method === deflated ? inflateRawSync(bytes) : bytes).toString('utf8'))
    at += 46 + nameLength + extra + comment
  }
  return parts
}
