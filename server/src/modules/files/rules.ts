import { fileKindNames, fileKinds, type FileKindName } from '@vigil/contract/files/entities.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'

/** Why a file is not taken, for who brought it. */
export interface Rejection {
  readonly reason: Text
}

export const rejections = {
  empty: { zh: '文件是空的', en: 'it is empty' },
  unknown: {
    zh: '不支持此类文件，可上传图片（PNG、JPEG、WebP、GIF）、PDF、Excel（.xlsx）、Word（.docx）、CSV、TXT、MP3、WAV、MP4',
    en: 'this type of file is not supported: use a picture (PNG, JPEG, WebP, GIF), PDF, Excel (.xlsx), Word (.docx), CSV, TXT, MP3, WAV or MP4',
  },
  oldOffice: {
    zh: '是旧版 Office 文件（.xls、.doc）或设有打开密码，请另存为不加密的 .xlsx 或 .docx',
    en: 'it is an old Office file (.xls, .doc) or protected by a password: save it as .xlsx or .docx without a password',
  },
  macros: { zh: '含有宏，请另存为不含宏的文件', en: 'it contains macros: save it without them' },
  markup: { zh: '内容是网页、SVG 或 XML', en: 'its content is a web page, SVG or XML' },
} as const satisfies Readonly<Record<string, Text>>

/** Enough of a file to recognise it by. */
export const headLength = 64

const latin = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))

/** MPEG-4 for any player; other containers of this family are pictures or belong to one maker's devices. */
const mp4Brands = new Set(['isom', 'iso2', 'iso3', 'iso4', 'iso5', 'iso6', 'mp41', 'mp42', 'avc1', 'M4V ', 'dash', 'msnv'])

/** What a file says it is in its first bytes; null where these say nothing, as in a text. */
export const recogniseHead = (
  head: Uint8Array,
): Exclude<FileKindName, 'text' | 'csv' | 'workbook' | 'document'> | 'zip' | 'ole' | null => {
  if (latin(head, 0, 8) === '\x89PNG\r\n\x1a\n' && latin(head, 12, 16) === 'IHDR') return 'png'
  if (latin(head, 0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (latin(head, 0, 6) === 'GIF87a' || latin(head, 0, 6) === 'GIF89a') return 'gif'
  if (latin(head, 0, 4) === 'RIFF' && latin(head, 8, 12) === 'WEBP') return 'webp'
  if (latin(head, 0, 4) === 'RIFF' && latin(head, 8, 12) === 'WAVE') return 'wav'
  if (latin(head, 0, 5) === '%PDF-') return 'pdf'
  if (latin(head, 0, 3) === 'ID3' || isMp3Frame(head)) return 'mp3'
  if (latin(head, 4, 8) === 'ftyp' && mp4Brands.has(latin(head, 8, 12))) return 'mp4'
  if (latin(head, 0, 4) === 'PK\x03\x04') return 'zip'
  if (latin(head, 0, 8) === '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1') return 'ole'
  return null
}

/** The header of an MPEG audio frame, layer III, with a bit rate and a sample rate that exist. */
const isMp3Frame = (head: Uint8Array): boolean => {
  const [first = 0, second = 0, third = 0] = head
  const bitRate = third >> 4
  return (
    first === 0xff &&
    (second & 0xe6) === 0xe2 &&
    (second & 0x18) !== 0x08 &&
    bitRate !== 0 &&
    bitRate !== 15 &&
    (third & 0x0c) !== 0x0c
  )
}

/** What an archive is by the names of its parts: Office's own kinds, and nothing else. */
export const recogniseParts = (names: readonly string[]): 'workbook' | 'document' | Rejection => {
  const known = names.includes('[Content_Types].xml')
  if (known && names.some((name) => /(^|\/)vbaProject\.bin$/i.test(name))) return { reason: rejections.macros }
  if (known && names.includes('xl/workbook.xml')) return 'workbook'
  if (known && names.includes('word/document.xml')) return 'document'
  return { reason: rejections.unknown }
}

/** Whether a browser might take the beginning of a text for a page. */
export const isMarkup = (beginning: string): boolean => /^\s*<[!?a-z]/i.test(beginning)

const longestName = 200
/** With its dot. */
const longestExtension = 9

/** The name to keep and the kind of the file; a name may lack its extension, but not tell another one. */
export const accepted = (given: string, kind: FileKindName): { name: string; kind: FileKindName } | Rejection => {
  const { stem, extension } = partsOfName(given)
  // Nothing but its name makes a text a table.
  const kinds: readonly FileKindName[] = kind === 'text' ? ['text', 'csv'] : [kind]
  const told = kinds.find((one) => (fileKinds[one].extensions as readonly string[]).includes(extension.toLowerCase()))
  if (extension !== '' && told === undefined) {
    const is = fileKindNames[kind]
    return {
      reason: {
        zh: `文件名以 .${extension} 结尾，内容却是${is.zh}`,
        en: `its name ends in .${extension}, but its content is ${is.en}`,
      },
    }
  }
  const end = `.${extension || fileKinds[kind].extensions[0]}`
  const short = stem.slice(0, longestName - end.length).replace(/[\ud800-\udbff]$/, '')
  return { name: `${short || 'file'}${end}`, kind: told ?? kind }
}

/** A name without folders, and without what might show it as another: control characters and changes of direction. */
const partsOfName = (given: string): { stem: string; extension: string } => {
  const base = given.split(/[/\\]/).at(-1) ?? ''
  const seen = base.replaceAll(/[\p{Control}\p{Bidi_Control}\u2028\u2029\ufeff]/gu, '').replaceAll(/[<>:"|?*]/g, '_')
  const plain = withoutMiddle(withoutEdges(seen)).toWellFormed().normalize('NFC')
  const [end = '', extension = ''] = /\.((?=\d*[a-z])[a-z\d]{1,8})$/i.exec(plain) ?? []
  return { stem: plain.slice(0, plain.length - end.length).trimEnd(), extension }
}

/** Dots and spaces at both ends, met one by one: an expression tries each run of them again from each of its characters. */
const withoutEdges = (name: string): string => {
  const isEdge = (at: number): boolean => /[\s.]/.test(name.charAt(at))
  let [start, end] = [0, name.length]
  while (start < end && isEdge(start)) start += 1
  while (end > start && isEdge(end - 1)) end -= 1
  return name.slice(start, end)
}

/** What is kept of a name and its extension, in whatever form they come: marks without end take forever to be put in order. */
const withoutMiddle = (name: string): string =>
  name.length <= longestName * 5 ? name : name.slice(0, longestName * 4) + name.slice(-longestExtension)

/** The header under which a browser saves a file, or shows a picture. */
export const dispositionOf = (name: string, inline: boolean): string => {
  const plain = name.replaceAll(/[^ -~]|["\\%]/g, '_')
  const coded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${coded}`
}

export interface ByteRange {
  readonly start: number
  /** The last byte that belongs to it. */
  readonly end: number
}

/** What a `Range` header asks for; null for the whole, also where it asks for several pieces or nonsense. */
export const rangeOf = (header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null => {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return null
  if (from === '') return Number(to) === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(to)), end: size - 1 }
  if (Number(from) >= size) return 'unsatisfiable'
  if (to !== '' && Number(to) < Number(from)) return null
  return { start: Number(from), end: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}
