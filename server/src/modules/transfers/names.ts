import type { RefTarget } from '@vigil/contract/kernel/field.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'

/** A record that references lead to, as people may write it. */
export interface Named {
  readonly id: string
  readonly pid: string | null
  readonly name: string
  /** A number that is its alone, empty where it has none. */
  readonly number: string
}

type Found = { readonly value: string } | { readonly problem: Text }

/** References as sheets write them: departments with their whole path, people with their work number, the others by name. */
export interface Names {
  readonly text: (to: RefTarget, id: string) => string
  readonly find: (to: RefTarget, text: string) => Found
  /** Takes in a record that was just made. */
  readonly learn: (to: RefTarget, named: Named) => void
}

const plain = (text: string): string => text.trim().replaceAll('（', '(').replaceAll('）', ')').replaceAll('／', '/')

export const createNames = (all: ReadonlyMap<RefTarget, readonly Named[]>): Names => {
  const byId = new Map<RefTarget, Map<string, Named>>()
  /** Null where a text means several. */
  const byText = new Map<RefTarget, Map<string, string | null>>()

  const textOf = (to: RefTarget, id: string): string => {
    const named = byId.get(to)?.get(id)
    if (!named) return ''
    if (to === 'dept') return named.pid === null ? named.name : `${textOf(to, named.pid) || '…'}/${named.name}`
    return to === 'user' ? `${named.name}(${named.number})` : named.name
  }
  const note = (texts: Map<string, string | null>, text: string, id: string): void => {
    const known = texts.get(text)
    texts.set(text, known === undefined || known === id ? id : null)
  }
  const learn = (to: RefTarget, named: Named): void => {
    const records = byId.get(to) ?? new Map<string, Named>()
    const texts = byText.get(to) ?? new Map<string, string | null>()
    byId.set(to, records.set(named.id, named))
    byText.set(to, texts)
    for (const text of new Set([named.name, named.number, textOf(to, named.id)]))
      if (text !== '') note(texts, plain(text), named.id)
  }
  for (const [to, list] of all) {
    // First all of them, since a path names those above.
    byId.set(to, new Map(list.map((named) => [named.id, named])))
    for (const named of list) learn(to, named)
  }

  return {
    text: textOf,
    learn,
    find: (to, text) => {
      const id = byText.get(to)?.get(plain(text))
      if (id === null)
        return { problem: { zh: `“${text}”不止一个，请写完整`, en: `“${text}” is ambiguous: enter the full name` } }
      return id === undefined ? { problem: { zh: `“${text}”不存在`, en: `“${text}” does not exist` } } : { value: id }
    },
  }
}
