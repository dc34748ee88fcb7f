import { XMLParser } from 'fast-xml-parser'
import { pushingDomain } from '@vigil/contract/pushing/domain.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import { invalid } from '../../kernel/refusal.ts'
import { fieldsOf, type Fields } from './values.ts'

/** Characters of a message in XML: a pass takes some thousands. */
const longestXml = 256 * 1024

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
/** The five that XML itself has; whatever else a message declares is not read. */
const decoded = (text: string): string => text.replaceAll(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => named[name] ?? '')

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
  if (text.length > longestXml) throw unreadable({ zh: '中的 XML 过长', en: 'has XML that is too long' })
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
  const isWhole = root !== undefined && lastClosed(text) === root
  if (!fields || !isWhole || others.length > 0) throw unreadable({ zh: '不是完整的 XML', en: 'is not whole XML' })
  return fields
}

/** Which element the last tag closes; empty where the text ends otherwise. */
const lastClosed = (text: string): string => /<\/(?:[^\s<>:]+:)?([^\s<>:]+)\s*>\s*$/.exec(text.slice(-300))?.[1] ?? ''
