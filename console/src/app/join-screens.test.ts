import { expect, test } from 'vitest'
import { screen } from '../shared/screens/screen.ts'
import { joined } from './join-screens.ts'

const some = screen(() => Promise.resolve(() => null))

test('the screens of all features are known by their route names', () => {
  expect(Object.keys(joined([{ home: some }, { hatMgmt: some, carMgmt: some }, {}]))).toEqual(['home', 'hatMgmt', 'carMgmt'])
})

test('two features do not bring the same screen', () => {
  expect(() => joined([{ hatMgmt: some }, { carMgmt: some, hatMgmt: some }])).toThrow('two features bring the screen hatMgmt')
})
