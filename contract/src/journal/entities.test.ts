import { expect, it } from 'vitest'
import { domains } from '../index.ts'
import { logModule } from './entities.ts'

it('names a module for each domain of calls', () => {
  expect(logModule.codes.toSorted()).toEqual(Object.keys(domains).toSorted())
})
