import { expect, it } from 'vitest'
import { inOrder, joined } from './domain.ts'

it('joins what domains declare, and refuses a name that two of them do', () => {
  expect(joined({ gates: { gates: 1 }, plans: { plans: 2 } })).toEqual({ gates: 1, plans: 2 })
  expect(() => joined({ gates: { doors: 1 }, plans: { doors: 2 } })).toThrow('gates and plans both declare doors')
})

it('lists domains in their order, then by name', () => {
  const names = { a: { zh: '', en: '', order: 20 }, b: { zh: '', en: '', order: 10 }, c: { zh: '', en: '', order: 10 } }
  expect(Object.keys(inOrder(names, { a: 1, c: 1, b: 1 }))).toEqual(['b', 'c', 'a'])
})
