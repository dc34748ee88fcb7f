import { hat } from '@vigil/contract/devices/hat.ts'
import { expect, test } from 'vitest'
import { columnLetter, understoodColumns } from './understood.ts'

test('columns of a sheet are shown with the field that they fill, or as left out', () => {
  const columns = [
    { title: '帽号*', field: 'hatNo' },
    { title: '颜色深浅', field: null },
    { title: ' ', field: null },
    { title: 'x', field: 'newerThanThisConsole' },
  ]
  expect(understoodColumns(columns, hat.fields, 'zh')).toEqual([
    { title: '帽号*', label: '帽号' },
    { title: '颜色深浅', label: null },
    { title: 'C', label: null },
    { title: 'x', label: 'newerThanThisConsole' },
  ])
})

test('columns are called as spreadsheets call them', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnLetter)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
})
