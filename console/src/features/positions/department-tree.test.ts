import type { DeptNode } from '@vigil/contract/accounts/entities.ts'
import { expect, test } from 'vitest'
import { countDepartments, findDept, idsBelow } from './department-tree.ts'

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

test('the ids below a department include its own', () => {
  expect(tree.flatMap(idsBelow)).toEqual(['1', '2', '3', ''])
  expect(findDept(tree, '77')).toBeNull()
})
