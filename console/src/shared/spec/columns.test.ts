import { beacon } from '@vigil/contract/devices/beacon.ts'
import { expect, test } from 'vitest'
import { fieldsBehind } from './columns.ts'

test('an export names the fields behind the columns, in their order', () => {
  const shown = ['name', 'regionName', 'position', 'a column of a screen’s own', 'battery', 'deptName', 'minor']
  expect(fieldsBehind(beacon, shown)).toEqual(['name', 'regionId', 'lng', 'lat', 'battery', 'deptId', 'minor'])
})
