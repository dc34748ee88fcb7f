import type { DeptNode } from '@vigil/contract/accounts/entities.ts'
import { expect, test } from 'vitest'
import { findDept } from '../../shared/pick/departments.ts'
import { countDepartments, hiddenUnless, shownLowest } from './department-tree.ts'

const dept = (id: string, ...children: DeptNode[]): DeptNode => ({
  id,
  version: 1,
  pid: null,
  name: `部门${id}`,
  sort: 0,
  leader: '',
  phone: '',
  people: 0,
  parentName: null,
  children,
})
const counts = new Map([
  ['1', { online: 1, total: 2 }],
  ['3', { online: 3, total: 4 }],
  ['9', { online: 5, total: 6 }],
])
const tree = countDepartments([dept('1', dept('2', dept('3')))], counts, '未分配')

test('a department counts everybody below it', () => {
  expect(findDept(tree, '1')).toMatchObject({ online: 4, total: 6 })
  expect(findDept(tree, '2')).toMatchObject({ online: 3, total: 4 })
})

test('who belongs to no known department comes last', () => {
  expect(tree.at(-1)).toEqual({ id: '', name: '未分配', online: 5, total: 6, children: [] })
  expect(countDepartments([dept('9')], new Map([['9', { online: 0, total: 1 }]]), '未分配')).toHaveLength(1)
})

test('a department that is switched off stays off, whatever stands above it', () => {
  const plant = countDepartments([dept('1', dept('2', dept('3'), dept('4')), dept('5'))], new Map(), '')
  expect(shownLowest(plant, new Set())).toEqual(['3', '4', '5'])
  // The box of 2 was switched off: what the tree reports as checked is what is left.
  expect([...hiddenUnless(plant, ['5'])]).toEqual(['2', '3', '4'])
  expect(shownLowest(plant, new Set(['2', '3', '4']))).toEqual(['5'])
  // One of its children alone: 2 is half checked and its own people stay.
  expect([...hiddenUnless(plant, ['4', '5'])]).toEqual(['3'])
  expect([...hiddenUnless(plant, [])]).toEqual(['1', '2', '3', '4', '5'])
})
