import { expect, test } from 'vitest'
import { nameOfThing } from './thing-name.ts'

test('a person is called by his name, what nobody wears by its own, and a vehicle by its plate, whoever drives it', () => {
  expect(nameOfThing({ deviceType: 'hat', label: 'AQM-0093', userName: '陈国强' })).toBe('陈国强')
  expect(nameOfThing({ deviceType: 'badge', label: 'GP-056', userName: null })).toBe('GP-056')
  expect(nameOfThing({ deviceType: 'car', label: '皖B·7K362', userName: '任斌' })).toBe('皖B·7K362')
})
