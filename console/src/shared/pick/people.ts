import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import type { User } from '@vigil/contract/accounts/user.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryOf } from '../api/queries.ts'
import type { Rank } from '../find/pinyin.ts'

/** What a picker shows of somebody. A record that stores a person's id knows the name at least. */
export interface Person {
  readonly id: string
  readonly name: string
  readonly workNum?: string | undefined
  readonly deptName?: string | null | undefined
  readonly post?: string | undefined
  /** Taken out of use: still chosen where it was, and said to be so. */
  readonly disabled?: boolean | undefined
}

export const personOf = ({ id, cname, workNum, deptName, post, enable }: User): Person => ({
  id,
  name: cname,
  workNum,
  deptName,
  post,
  disabled: enable !== 1,
})

export interface PeopleSearch {
  /** Part of a name, a work number or a user name; empty for everybody. */
  readonly keyword: string
  /** With those below it; null for all. */
  readonly deptId: string | null
  readonly pageNum: number
  readonly pageSize: number
}

const fresh = 30_000
const longestKeyword = 64

const bodyOf = ({ keyword, deptId, pageNum, pageSize }: PeopleSearch) => {
  const typed = keyword.trim().slice(0, longestKeyword)
  return { pageNum, pageSize, ...(typed === '' ? {} : { keyword: typed }), ...(deptId === null ? {} : { deptId }) }
}

/** How the server is asked for people: what was asked is part of the key, so that a late answer to an older question never shows. */
export const peopleQuery = (search: PeopleSearch, enabled: boolean) =>
  queryOf(accountCalls.listUserByDeptId, bodyOf(search), { keepPrevious: true, staleTime: fresh, enabled })

/** A page of the people whom the user may see; the last one while the next is on its way. */
export const usePeople = (search: PeopleSearch, enabled = true) => {
  const query = useQuery(peopleQuery(search, enabled))
  const page = useMemo(() => {
    if (!query.data) return null
    const { list, total } = paged(query.data)
    return { list: list.map(personOf), total }
  }, [query.data])
  return { query, page }
}

/** Whoever is known by an id, from the first list that knows. */
export const knownPerson = (id: string, ...lists: readonly (readonly Person[])[]): Person | null => {
  for (const list of lists) {
    const person = list.find((other) => other.id === id)
    if (person) return person
  }
  return null
}

/**
 * Whom a picker offers: those of the known whose name (by pinyin too) or number is meant, then what the server found. Without
 * its answer yet, `found` is empty and nobody is offered who was not asked for.
 */
export const offered = (known: readonly Person[], found: readonly Person[], search: string, rank: Rank): Person[] => {
  const query = search.trim()
  if (query === '') return [...found]
  const ids = new Set(found.map(({ id }) => id))
  const more = known
    .filter(({ id }) => !ids.has(id))
    .flatMap((person) => {
      const place = rank(person.name, query) ?? (person.workNum?.toLowerCase().includes(query.toLowerCase()) ? 1_000 : null)
      return place === null ? [] : [{ person, place }]
    })
    .sort((a, b) => a.place - b.place)
    .slice(0, mostKnown)
  return [...more.map(({ person }) => person), ...found]
}
const mostKnown = 20

/** Whom a page of a list leaves chosen: those of it whose boxes are on, and everybody who was chosen on other pages. */
export const chosenAfter = (
  chosen: readonly Person[],
  page: readonly Person[],
  on: readonly string[],
  multiple: boolean,
): readonly Person[] => {
  if (!multiple) return page.filter(({ id }) => on.includes(id))
  const here = new Set(page.map(({ id }) => id))
  const before = new Set(chosen.map(({ id }) => id))
  const kept = chosen.filter(({ id }) => !here.has(id) || on.includes(id))
  return [...kept, ...page.filter(({ id }) => on.includes(id) && !before.has(id))]
}
