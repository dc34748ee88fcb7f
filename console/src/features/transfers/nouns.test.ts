import { fence } from '@vigil/contract/hazards/fence.ts'
import { expect, test } from 'vitest'
import { fieldsOf } from './nouns.ts'

test('the columns of every kind of record that comes from sheets are known', () => {
  expect(Object.keys(fieldsOf('fence'))).toEqual(Object.keys(fence.fields))
  expect(fieldsOf('nothing of the kind')).toEqual({})
})
