import { expect, it } from 'vitest'
import { counted } from './counted.ts'

it('counts in both languages, one of them with a word for one', () => {
  expect(counted(1, '名人员', 'person', 'people')).toEqual({ zh: '1 名人员', en: '1 person' })
  expect(counted(2, '名人员', 'person', 'people')).toEqual({ zh: '2 名人员', en: '2 people' })
  expect(counted(0, '名人员', 'person', 'people').en).toBe('0 people')
})
