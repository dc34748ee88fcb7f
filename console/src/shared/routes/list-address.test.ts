import { describe, expect, test } from 'vitest'
import { addressChange, isNarrowed, openIn, othersOpen, readListState } from './list-address.ts'

const names = ['enable', 'lastSeenFrom', 'lastSeenTo']
const read = (search: string, prefix = '') => readListState(new URLSearchParams(search), prefix, names, 12)
/** The address after a change. */
const changed = (search: string, prefix: string, change: Parameters<typeof addressChange>[1]): string => {
  const params = new URLSearchParams(search)
  for (const [name, value] of Object.entries(addressChange(prefix, change, read(search, prefix)))) {
    if (value === null) params.delete(name)
    else params.set(name, value)
  }
  return decodeURIComponent(params.toString())
}

describe('the address of a list', () => {
  test('an address without a query is the first page of everything', () => {
    expect(read('')).toEqual({ keyword: '', deptId: null, filters: {}, page: 1, size: 12, sort: null, open: null })
  })

  test('says everything that is shown', () => {
    expect(read('keyword=煤磨&deptId=7&enable=1&page=3&size=50&sort=-name&id=12&other=1')).toEqual({
      keyword: '煤磨',
      deptId: '7',
      filters: { enable: '1' },
      page: 3,
      size: 50,
      sort: '-name',
      open: '12',
    })
  })

  test('what nobody can have chosen counts as nothing', () => {
    expect(read('page=-2&size=0&sort=name;drop&enable=')).toEqual(read(''))
    expect(read('page=x&size=1e9')).toEqual(read(''))
    expect(read('page=0&size=101')).toEqual(read(''))
    expect(read('page=1.5&size=')).toEqual(read(''))
    expect(read(`sort=a${'b'.repeat(41)}`)).toEqual(read(''))
    for (const sort of ['--name', '-', '1st', 'name ', ' name']) expect(read(`sort=${sort}`), sort).toEqual(read(''))
    expect(read(`page=1&size=1&sort=-a${'b'.repeat(40)}`)).toMatchObject({ page: 1, size: 1, sort: `-a${'b'.repeat(40)}` })
    expect(read('size=100')).toMatchObject({ size: 100 })
  })

  test('two lists of one screen do not know each other', () => {
    expect(read('page=2&items.page=4&items.keyword=a', 'items')).toMatchObject({ page: 4, keyword: 'a' })
    expect(changed('page=2&items.page=4&items.size=15', 'items', { page: 5 })).toBe('page=2&items.page=5&items.size=15')
    expect(othersOpen(new URLSearchParams('id=1&items.id=2&page=3'), 'items')).toEqual(['id'])
    expect(othersOpen(new URLSearchParams('id=1&items.id=2'), '')).toEqual(['items.id'])
    expect(othersOpen(new URLSearchParams('paid=1&items.idle=2&items.id=3&dicts.id=4&id.items=5&idx=6'), '')).toEqual([
      'items.id',
      'dicts.id',
    ])
    expect(othersOpen(new URLSearchParams('items.id=3&more.items.id=4'), 'items')).toEqual(['more.items.id'])
    expect(othersOpen(new URLSearchParams('page=2'), 'items')).toEqual([])
    expect(openIn('?id=1&items.id=2', 'items')).toBe('2')
    expect(openIn('?id=1&items.id=2', '')).toBe('1')
    expect(openIn('?items.id=2', '')).toBeNull()
  })

  test('whatever narrows or orders the list leads back to its first page, opening a record does not', () => {
    expect(changed('page=3', '', { keyword: ' 磨 ' })).toBe('keyword=磨')
    expect(changed('page=3&enable=1', '', { filters: { enable: null } })).toBe('')
    expect(changed('page=3', '', { sort: 'name' })).toBe('sort=name')
    expect(changed('page=3', '', { size: 50 })).toBe('size=50')
    expect(changed('page=3', '', { deptId: '4' })).toBe('deptId=4')
    expect(changed('page=3&deptId=4', '', { deptId: null })).toBe('')
    expect(changed('page=3&sort=name', '', { sort: null })).toBe('')
    expect(changed('page=3', '', { keyword: 'a', page: 2 })).toBe('page=2&keyword=a&size=12')
    expect(changed('page=3&enable=1', '', { filters: { lastSeenFrom: 'x' } })).toBe('enable=1&lastSeenFrom=x')
    expect(changed('page=3', '', { open: '9' })).toBe('page=3&id=9')
    expect(changed('page=3&id=9', '', { open: null })).toBe('page=3')
  })

  test('what stands by itself is not written', () => {
    expect(changed('page=3&size=50', '', { page: 1 })).toBe('size=50')
    expect(changed('keyword=a', '', { keyword: '' })).toBe('')
  })

  test('a page other than the first says how many rows it has, so that it holds the same records in every window', () => {
    expect(changed('', '', { page: 2 })).toBe('page=2&size=12')
    expect(changed('size=50', '', { page: 2 })).toBe('size=50&page=2')
    expect(changed('page=2&size=17', '', { page: 3 })).toBe('page=3&size=17')
    expect(read('page=2&size=17')).toMatchObject({ page: 2, size: 17 })
    expect(changed('', '', { size: 12 })).toBe('size=12')
    expect(changed('page=2&size=17', '', { page: 3, size: 50 })).toBe('page=3&size=50')
  })

  test('a list is narrowed by a word, a department or a filter, not by its page', () => {
    expect(isNarrowed(read('page=2&sort=name&id=3'))).toBe(false)
    expect(isNarrowed(read('keyword=a'))).toBe(true)
    expect(isNarrowed(read('deptId=1'))).toBe(true)
    expect(isNarrowed(read('enable=0'))).toBe(true)
  })
})
