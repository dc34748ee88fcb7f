import type { InsideEntry } from '@vigil/contract/gates/inside.ts'
import { expect, it } from 'vitest'
import { foundBy, ordered } from './inside.ts'

const entry = (name: string, more: Partial<InsideEntry> = {}): InsideEntry => ({
  key: name,
  kind: 'person',
  isInside: true,
  name,
  number: `N-${name}`,
  personId: '1',
  visitId: null,
  deptId: null,
  deptName: '包装部',
  headcount: 1,
  since: '2026-11-26 08:00:00',
  gateName: '东门',
  tagNo: '',
  tagHeard: null,
  mismatches: [],
  correction: null,
  version: 0,
  ...more,
})

it('reads what does not fit first, then who passed last', () => {
  const list = [
    entry('early', { since: '2026-11-26 07:00:00' }),
    entry('never', { since: null }),
    entry('late', { since: '2026-11-26 09:00:00' }),
    entry('odd', { since: '2026-11-26 06:00:00', mismatches: ['noTag'] }),
  ]
  expect(ordered(list).map(({ name }) => name)).toEqual(['odd', 'late', 'early', 'never'])
})

it('finds by name, number, department and tag, whatever the case, all words of it', () => {
  const list = [entry('Zhang', { number: '皖E12345' }), entry('Li', { tagNo: 'T7', deptName: '烧成车间' })]
  const found = (typed: string) => foundBy(list, typed).map(({ name }) => name)
  expect(found('  ')).toEqual(['Zhang', 'Li'])
  expect(found('e123')).toEqual(['Zhang'])
  expect(found('烧成 t7')).toEqual(['Li'])
  expect(found('烧成 zhang')).toEqual([])
})
