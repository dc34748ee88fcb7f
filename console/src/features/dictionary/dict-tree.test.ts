import { expect, test } from 'vitest'
import { dictTree, flatDicts, foundDicts, type Dict, type DictNode } from './dict-tree.ts'

const dict = (id: string, pid: string | null, name: string, code = `c${id}`): Dict => ({
  id,
  pid,
  name,
  code,
  version: 1,
  parentName: null,
  sort: 0,
  remark: '',
})
const shape = (tree: readonly DictNode[]): unknown[] => tree.map(({ id, children }) => [id, ...shape(children)])
const dicts = [
  dict('3', '1', '地址', 'address'),
  dict('1', null, '系统'),
  dict('2', null, '车辆'),
  dict('4', '3', '上传'),
  dict('5', '9', '孤儿'),
]

test('dictionaries stand below their parents, in the order of the list; none is lost', () => {
  expect(shape(dictTree(dicts))).toEqual([['1', ['3', ['4']]], ['2'], ['5']])
  expect(flatDicts(dictTree(dicts)).map(({ id }) => id)).toEqual(['1', '3', '4', '2', '5'])
})

test('a search keeps what is found, by name or code, with those above it', () => {
  const tree = dictTree(dicts)
  expect(shape(foundDicts(tree, '上传'))).toEqual([['1', ['3', ['4']]]])
  expect(shape(foundDicts(tree, ' ADDRESS '))).toEqual([['1', ['3', ['4']]]])
  expect(shape(foundDicts(tree, '车'))).toEqual([['2']])
  expect(foundDicts(tree, '没有')).toEqual([])
  expect(foundDicts(tree, '')).toEqual(tree)
})
