import { expect, it } from 'vitest'
import { domains } from '../index.ts'
import { logAction, logModule, logParts } from './entities.ts'

it('names a module for each domain of calls', () => {
  expect(logModule.codes.toSorted()).toEqual(Object.keys(domains).toSorted())
})

it('has whatever changes a record among the changes, alarms that were handled and what was sealed too', () => {
  // What only looks, goes out or comes in as a sheet of rows that are told themselves, is done with a device, or is no deed.
  const others = ['signIn', 'signOut', 'endSession', 'look', 'export', 'import', 'call', 'broadcast', 'video', 'refused']
  expect([...logParts.changes.actions, ...others].toSorted()).toEqual(logAction.codes.toSorted())
})
