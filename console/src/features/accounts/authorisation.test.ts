import { describe, expect, it } from 'vitest'
import { changesAnything, changesOf } from './authorisation.ts'

const people = [
  { id: '1', roleIds: ['a'], deptId: 'mill' },
  { id: '2', roleIds: ['a', 'b'], deptId: 'kiln' },
  { id: '3', roleIds: [], deptId: null },
]

describe('what an authorisation changes', () => {
  it('is told for each person in order: only what is new, only what is there', () => {
    expect(changesOf(people, { add: ['b', 'b'], remove: ['a'], deptId: 'mill' })).toEqual([
      { person: people[0], added: ['b'], removed: ['a'], moves: false },
      { person: people[1], added: [], removed: ['a'], moves: true },
      { person: people[2], added: ['b'], removed: [], moves: true },
    ])
  })

  it('is nothing where everything is so already', () => {
    const changes = changesOf(people, { add: ['a'], remove: [], deptId: null })
    expect(changes.map(changesAnything)).toEqual([false, false, true])
  })

  it('takes a role that is both given and taken', () => {
    expect(changesOf(people, { add: ['a'], remove: ['a'], deptId: null }).map(({ added, removed }) => [added, removed])).toEqual([
      [[], ['a']],
      [[], ['a']],
      [[], []],
    ])
  })
})
