/** Parameters of terminals: messages 8103, 8104 and 8106, and 0104, which answers the latter two. */
import {
  parameterNamed,
  terminalParameters,
  writtenId,
  type ParameterForm,
  type ParameterName,
  type TerminalParameter,
  type TerminalSettings,
} from '@vigil/contract/devices/terminal-parameter.ts'
import iconv from 'iconv-lite'

const widths = { byte: 1, word: 2, dword: 4 } as const
const text = new TextDecoder('gb18030', { fatal: true })

const bytesOf = (form: ParameterForm, value: number | string): Buffer => {
  if (form === 'text') return iconv.encode(String(value), 'gb18030')
  const bytes = Buffer.alloc(widths[form])
  bytes.writeUIntBE(Number(value), 0, widths[form])
  return bytes
}

/** The body of 8103. */
export const settingParameters = (values: TerminalSettings): Buffer => {
  const items = Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined) return []
    const { id, form } = terminalParameters[name as ParameterName]
    const bytes = bytesOf(form, value)
    const head = Buffer.alloc(5)
    head.writeUInt32BE(id, 0)
    head[4] = bytes.length
    return [head, bytes]
  })
  return Buffer.concat([Buffer.of(items.length / 2), ...items])
}

/** The body of 8106. */
export const askingParameters = (ids: readonly number[]): Buffer => {
  const body = Buffer.alloc(1 + 4 * ids.length)
  body[0] = ids.length
  for (const [at, id] of ids.entries()) body.writeUInt32BE(id, 1 + 4 * at)
  return body
}

/** What bytes say in a form; null where they are none of that form. */
const valueOf = (form: ParameterForm, bytes: Buffer): number | string | null => {
  if (form !== 'text') return bytes.length === widths[form] ? bytes.readUIntBE(0, bytes.length) : null
  try {
    // Some fill their texts up with zeros.
    const written = text.decode(bytes).replace(/\0+$/, '')
    return /\p{Control}/u.test(written) ? null : written
  } catch {
    return null
  }
}

const told = (id: number, bytes: Buffer): TerminalParameter => {
  const hex = bytes.toString('hex')
  const name = parameterNamed(id)
  if (name === null) return { id: writtenId(id), name, zh: '', en: '', type: 'unknown', value: null, hex }
  const { form, zh, en, isSecret } = terminalParameters[name]
  const known = { id: writtenId(id), name, zh, en, type: form }
  return isSecret ? { ...known, value: null, hex: '' } : { ...known, value: valueOf(form, bytes), hex }
}

/** What 0104 tells, in the order of numbers, each once; null where it ends within one, or says more than it counts. */
const readItems = (body: Buffer): TerminalParameter[] | null => {
  const found = new Map<number, Buffer>()
  let at = 3
  for (let left = body[2] ?? 0; left > 0; left -= 1) {
    const end = at + 5 + (body[at + 4] ?? 0)
    if (end > body.length || at + 5 > body.length) return null
    found.set(body.readUInt32BE(at), body.subarray(at + 5, end))
    at = end
  }
  if (at !== body.length) return null
  return [...found].toSorted(([one], [other]) => one - other).map(([id, bytes]) => told(id, bytes))
}

/** Which question 0104 answers, by the serial of that, and what it tells; null for what is too short to say even that. */
export const readParameters = (
  body: Buffer,
): { readonly serial: number; readonly parameters: TerminalParameter[] | null } | null =>
  body.length < 2 ? null : { serial: body.readUInt16BE(0), parameters: body.length < 3 ? null : readItems(body) }
