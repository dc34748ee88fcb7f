import type { User } from '@vigil/contract/accounts/user.ts'

/** What is to be done to many people. */
export interface Authorisation {
  readonly add: readonly string[]
  readonly remove: readonly string[]
  /** Null: everybody stays where he is. */
  readonly deptId: string | null
}

/** A role that may be given or taken. */
export interface RoleName {
  readonly id: string
  readonly name: string
}

export const asksAnything = ({ add, remove, deptId }: Authorisation): boolean =>
  add.length > 0 || remove.length > 0 || deptId !== null

type Person = Pick<User, 'id' | 'roleIds' | 'deptId'>

/** What of it changes one person. */
export interface PersonChange<P extends Person> {
  readonly person: P
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly moves: boolean
}

/** A role both given and taken is taken, as the server does. */
export const changesOf = <P extends Person>(people: readonly P[], { add, remove, deptId }: Authorisation): PersonChange<P>[] =>
  people.map((person) => ({
    person,
    added: [...new Set(add)].filter((id) => !person.roleIds.includes(id) && !remove.includes(id)),
    removed: person.roleIds.filter((id) => remove.includes(id)),
    moves: deptId !== null && deptId !== person.deptId,
  }))

export const changesAnything = ({ added, removed, moves }: PersonChange<Person>): boolean =>
  added.length > 0 || removed.length > 0 || moves
