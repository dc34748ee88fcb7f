import { expect, test } from 'vitest'
import {
  childrenWith,
  countsWithBelow,
  deptNames,
  deptPath,
  deptTitle,
  findDept,
  flatDepts,
  foundDepts,
  idsAbove,
  idsBelow,
  mayStandBelow,
  partlyChosen,
  type TreeDept,
} from './departments.ts'

const dept = (id: string, ...children: TreeDept[]): TreeDept => ({ id, name: `部门${id}`, children })
const tree = [dept('1', dept('2', dept('3')), dept('4')), dept('5')]
const ids = (nodes: readonly TreeDept[]): string[] => flatDepts(nodes).map(({ id }) => id)

test('a department is found with its path and with all that is below it', () => {
  expect(findDept(tree, '1') && idsBelow(tree[0] ?? dept('0'))).toEqual(['1', '2', '3', '4'])
  expect(deptPath(tree, '3').map(({ id }) => id)).toEqual(['1', '2', '3'])
  expect(deptPath(tree, '77')).toEqual([])
  expect(idsAbove(tree, '3')).toEqual(['1', '2'])
  expect(findDept(tree, '77')).toBeNull()
  expect(deptNames(tree).get('3')).toBe('部门3')
})

test('a department is moved below others, but not below itself and not to where it is', () => {
  expect(mayStandBelow(tree, '3', '1')).toBe(true)
  expect(mayStandBelow(tree, '1', '5')).toBe(true)
  expect(mayStandBelow(tree, '3', '2')).toBe(false)
  expect(mayStandBelow(tree, '1', '1')).toBe(false)
  expect(mayStandBelow(tree, '1', '3')).toBe(false)
  expect(mayStandBelow(tree, '3', '77')).toBe(false)
})

test('the only department at the top is not named with every other one', () => {
  expect(deptTitle([dept('1', dept('2', dept('3')))], '3')).toBe('部门2 / 部门3')
  expect(deptTitle([dept('1', dept('2'))], '1')).toBe('部门1')
  expect(deptTitle(tree, '3')).toBe('部门1 / 部门2 / 部门3')
  expect(deptTitle(tree, '77')).toBeNull()
})

test('departments are chosen and let go with those below them', () => {
  expect(childrenWith(tree, ['2', '9'], '2', true)).toEqual(['2', '9', '3'])
  expect(childrenWith(tree, ['1', '2', '3', '4'], '2', false)).toEqual(['1', '4'])
  // One that is out of sight can still be let go.
  expect(childrenWith(tree, ['9', '5'], '9', false)).toEqual(['5'])
})

test('a department above a chosen one is partly chosen, unless it is chosen itself', () => {
  expect(partlyChosen(tree, new Set(['3'])).sort()).toEqual(['1', '2'])
  expect(partlyChosen(tree, new Set(['1', '3']))).toEqual(['2'])
  expect(partlyChosen(tree, new Set())).toEqual([])
})

test('a department counts its own records and all below it', () => {
  const counts = countsWithBelow(
    tree,
    new Map([
      ['1', 1],
      ['3', 10],
      ['4', 100],
      ['', 1_000],
      ['gone', 10_000],
    ]),
  )
  expect([...counts]).toEqual([
    ['3', 10],
    ['2', 10],
    ['4', 100],
    ['1', 111],
    ['5', 0],
    ['', 11_000],
  ])
})

test('searching keeps the way to what is found, and all that is below it', () => {
  const found = (...names: string[]) => foundDepts(tree, (name) => names.includes(name))
  expect(ids(found('部门3').nodes)).toEqual(['1', '2', '3'])
  expect([...found('部门3').open].sort()).toEqual(['1', '2'])
  expect(ids(found('部门2').nodes)).toEqual(['1', '2', '3'])
  expect(found('部门2').open).toEqual(['1'])
  expect(found('部门1', '部门4')).toEqual({ nodes: [tree[0]], open: ['1'] })
  expect(found('无')).toEqual({ nodes: [], open: [] })
})
