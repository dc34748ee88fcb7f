import { expect, it } from 'vitest'
import { createHeldCheck } from './held.ts'
import { createLog } from './log.ts'

it('reads anew what is not as it is stored, and leaves what was only on its way', async () => {
  let [onItsWay, lost] = ['before', 'before']
  const told: string[] = []
  const check = createHeldCheck(createLog('silent'), [
    {
      name: 'on its way',
      held: () => onItsWay,
      // Saved just before it is looked at, and told just after.
      stored: () => {
        setImmediate(() => (onItsWay = 'after'))
        return Promise.resolve('after')
      },
      reload: () => Promise.reject(new Error('nothing was wrong')),
    },
    {
      name: 'lost',
      held: () => lost,
      stored: () => Promise.resolve('after'),
      reload: () => {
        lost = 'after'
        told.push('read')
        return Promise.resolve()
      },
    },
  ])
  expect(await check()).toEqual(['lost'])
  expect([onItsWay, told]).toEqual(['after', ['read']])
  expect(await check()).toEqual([])
})
