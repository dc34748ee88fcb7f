import type { Text } from './text.ts'

/** What rows of the log tell of that is no record of a noun. */
export interface Logged extends Text {
  /** The field of what was before and after by which people know one. */
  readonly title?: string
  /** The noun of the record that its identifier belongs to: whose sessions were ended is a person. */
  readonly of?: string
  /** Where one that is no record of a noun is opened, by the name of its route, and what says in the address which one. */
  readonly opens?: { readonly screen: string; readonly by: string }
}

/** What a domain is called. */
export interface DomainName extends Text {
  /** Its place wherever domains are listed: those with lower numbers come first. */
  readonly order: number
  /** In the log, where its whole name is too long. */
  readonly short?: Text
  /** What rows of the log tell of that is no record of a noun. */
  readonly logged?: Readonly<Record<string, Logged>>
  /** What rows of the log carry beside fields of nouns, as people call it. */
  readonly loggedKeys?: Readonly<Record<string, Text>>
  /** What bodies of its calls carry beside fields of its nouns, as people call it: said of what is wrong there. */
  readonly asked?: Readonly<Record<string, Text>>
  /** Records of its own that those of others may name. */
  readonly references?: readonly string[]
  /** What of its own an alarm may come from: the kind of a source, with the word for one. */
  readonly alarmSources?: Readonly<Record<string, Text>>
}
type Names = Readonly<Record<string, DomainName>>

/** The same table, its domains in their order. */
export const inOrder = <T extends Readonly<Record<string, unknown>>>(names: Names, byDomain: T): T => {
  const place = (name: string): number => names[name]?.order ?? Infinity
  return Object.fromEntries(
    Object.entries(byDomain).toSorted(([one], [other]) => place(one) - place(other) || (one < other ? -1 : 1)),
  ) as T
}

type All<Union> = (Union extends unknown ? (_: Union) => void : never) extends (_: infer Each) => void ? Each : never

/** What all domains declare of one kind, in one table. A name that two of them declare is a mistake, said at once. */
export const joined = <T extends Readonly<Record<string, object>>>(byDomain: T): All<T[keyof T]> => {
  const by = new Map<string, string>()
  for (const [domain, declared] of Object.entries(byDomain)) {
    for (const name of Object.keys(declared)) {
      const other = by.get(name)
      if (other !== undefined) throw new Error(`${other} and ${domain} both declare ${name}`)
      by.set(name, domain)
    }
  }
  return Object.assign({}, ...Object.values(byDomain)) as All<T[keyof T]>
}
