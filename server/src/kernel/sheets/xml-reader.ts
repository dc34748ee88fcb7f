import { SheetError } from './sheet-error.ts'

export interface XmlEvents {
  /** `attribute` answers for this element only, by the name without its prefix. */
  readonly open?: (name: string, attribute: (name: string) => string | undefined) => void
  readonly close?: (name: string) => void
  readonly text?: (text: string) => void
}

/** Longer than any cell may be, each of its characters written as a reference. */
const longestToken = 1024 * 1024

const broken = (): SheetError => new SheetError('brokenArchive')

/**
 * Reads XML from pieces and keeps nothing but the token that is not complete yet. Names come without prefixes. A document type
 * declaration is refused, so that no entity can be declared, let alone multiply. Throws a `SheetError`.
 */
// saxen, which read-excel-file uses, holds a token that does not end without bound and reads it again with every piece.
export const createXmlReader = (events: XmlEvents) => {
  let rest = ''
  let attributes = ''
  let parsed: ReadonlyMap<string, string> | null = null
  let seen = false
  const openElements: string[] = []
  const attribute = (name: string): string | undefined => {
    parsed ??= attributesOf(attributes)
    return parsed.get(name)
  }

  const tag = (xml: string, start: number, end: number): void => {
    if (xml[start + 1] === '/') {
      const name = localName(xml.slice(start + 2, end - 1).trim())
      if (openElements.pop() !== name) throw broken()
      events.close?.(name)
      return
    }
    const empty = xml[end - 2] === '/'
    const inside = xml.slice(start + 1, empty ? end - 2 : end - 1)
    const space = inside.search(/\s/)
    const name = localName(space === -1 ? inside : inside.slice(0, space))
    if (name === '' || (seen && openElements.length === 0)) throw broken()
    seen = true
    attributes = space === -1 ? '' : inside.slice(space)
    parsed = null
    events.open?.(name, attribute)
    if (empty) events.close?.(name)
    else openElements.push(name)
  }

  return {
    write: (piece: string): void => {
      const xml = rest + piece
      let at = 0
      for (;;) {
        const start = xml.indexOf('<', at)
        if (start === -1) break
        if (start > at) {
          events.text?.(decoded(xml.slice(at, start)))
          at = start
        }
        const token = tokenAt(xml, start)
        if (token === null) break
        if (token.kind === 'tag') tag(xml, start, token.end)
        else if (token.kind === 'characters') events.text?.(lines(xml.slice(start + 9, token.end - 3)))
        at = token.end
      }
      rest = xml.slice(at)
      if (rest.length > longestToken) throw broken()
    },
    end: (): void => {
      if (rest.trim() !== '' || openElements.length > 0 || !seen) throw broken()
    },
  }
}

type Token = { readonly kind: 'tag' | 'characters' | 'nothing'; readonly end: number }

/** What begins with the `<` at `start` and where it ends; null if its end has not come yet. */
const tokenAt = (xml: string, start: number): Token | null => {
  const until = (from: number, mark: string, kind: Token['kind']): Token | null => {
    const end = xml.indexOf(mark, from)
    return end === -1 ? null : { kind, end: end + mark.length }
  }
  if (xml.startsWith('<?', start)) return until(start + 2, '?>', 'nothing')
  if (xml.startsWith('<!--', start)) return until(start + 4, '-->', 'nothing')
  if (xml.startsWith('<![CDATA[', start)) return until(start + 9, ']]>', 'characters')
  if (xml.startsWith('<!', start)) {
    const beginning = xml.slice(start, start + 9)
    if ('<![CDATA['.startsWith(beginning) || '<!--'.startsWith(beginning)) return null
    throw new SheetError('documentType')
  }
  // A > inside quotes belongs to the value of an attribute.
  let quote = 0
  for (let at = start + 1; at < xml.length; at++) {
    const code = xml.charCodeAt(at)
    if (quote !== 0) {
      if (code === quote) quote = 0
    } else if (code === 0x22 || code === 0x27) quote = code
    else if (code === 0x3e) return { kind: 'tag', end: at + 1 }
    else if (code === 0x3c) throw broken()
  }
  return null
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

const none: ReadonlyMap<string, string> = new Map()

/** `text` is all that stands behind the name of an element, with the white space before it. */
const attributesOf = (text: string): ReadonlyMap<string, string> => {
  // Most elements of a sheet have none, and there are millions of them.
  if (text === '') return none
  const found = new Map<string, string>()
  // A name begins behind white space only: otherwise each letter of a long one would be tried as its beginning.
  for (const [, name = '', double, single] of text.matchAll(/\s([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) found.set(localName(name), decoded(double ?? single ?? ''))
  }
  return found
}

const named = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

const decoded = (text: string): string =>
  text.includes('&')
    ? lines(text).replaceAll(/&([^;&]*)(;?)/g, (_reference, name: string, end: string) => {
        const character = named.get(name) ?? numbered(name)
        if (character === null || end === '') throw broken()
        return character
      })
    : lines(text)

const numbered = (name: string): string | null => {
  const code = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name)
  if (!code) return null
  const point = code[1] === undefined ? Number(code[2]) : Number.parseInt(code[1], 16)
  return point <= 0x10ffff ? String.fromCodePoint(point) : null
}

/** Line ends as XML has them. */
const lines = (text: string): string => (text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text)
