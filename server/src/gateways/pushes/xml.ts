import { XMLParser } from 'fast-xml-parser'
import { pushingDomain } from '@vigil/contract/pushing/domain.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import { invalid } from '../../kernel/refusal.ts'
import { fieldsOf, type Fields } from './values.ts'

/** Characters of a message in XML: a pass takes some thousands. */
const longestXml = 128 * 1024
/** Tags of one: a pass has some hundred and fifty, and each costs far more to read than its characters do. */
const tagsAtMost = 4_000

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
/** As XML does with what is no character. */
const replacement = '\uFFFD'
const isCharacter = (code: number): boolean => code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
/** The five entities that XML itself has, and characters by their number: some write every character that is no ASCII so. What else a message declares is not read. */
const decoded = (text: string): string =>
  text.replaceAll(
    /&(?:(lt|gt|quot|apos|amp)|#(\d{1,8})|#x([\da-f]{1,8}));/gi,
    (all, name: string | undefined, decimal: string | undefined, hex: string | undefined) => {
      if (name !== undefined) return named[name] ?? all
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      return isCharacter(code) ? String.fromCodePoint(code) : replacement
    },
  )

/** Texts stay texts: `0012345` is a number of a card. */
const parser = new XMLParser({
  ignoreAttributes: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  parseTagValue: false,
  processEntities: false,
  removeNSPrefix: true,
  tagValueProcessor: (_name, value) => decoded(value),
})

export const unreadable = (reason: Text): Error => invalid('push', pushingDomain.asked.push, reason)

/** The members of the root of an XML message. Entities of its own, and one that breaks off, are refused. */
export const parseXml = (text: string): Fields => {
  if (text.length > longestXml || hasTooManyTags(text)) throw unreadable({ zh: '中的 XML 过长', en: 'has XML that is too long' })
  if (/<!\s*(?:DOCTYPE|ENTITY)/i.test(text))
    throw unreadable({ zh: '含有 DOCTYPE 或实体声明，不予解析', en: 'declares a DOCTYPE or entities, which are not read' })
  let parsed: Fields
  try {
    parsed = fieldsOf(parser.parse(text)) ?? {}
  } catch {
    throw unreadable({ zh: '不是有效的 XML', en: 'is not valid XML' })
  }
  const [root, ...others] = Object.keys(parsed).filter((name) => !name.startsWith('#'))
  const fields = root === undefined ? null : fieldsOf(parsed[root])
  // The parser takes what breaks off for whole.
  const isWhole = root !== undefined && lastClosed(withoutComments(text)) === root
  if (!fields || !isWhole || others.length > 0) throw unreadable({ zh: '不是完整的 XML', en: 'is not whole XML' })
  return fields
}

const hasTooManyTags = (text: string): boolean => {
  let tags = 0
  for (let at = text.indexOf('<'); at >= 0 && tags <= tagsAtMost; at = text.indexOf('<', at + 1)) tags += 1
  return tags > tagsAtMost
}

/** Without what may stand behind the root: comments, and spaces between them. */
const withoutComments = (text: string): string => {
  let rest = text.trimEnd()
  for (let at = 0; at >= 0 && rest.endsWith('-->'); ) {
    at = rest.lastIndexOf('<!--')
    if (at >= 0) rest = rest.slice(0, at).trimEnd()
  }
  return rest
}

/** Which element the last tag closes; empty where the text ends otherwise. */
const lastClosed = (text: string): string => /<\/(?:[^\s<>:]+:)?([^\s<>:]+)\s*>\s*$/.exec(text.slice(-300))?.[1] ?? ''
