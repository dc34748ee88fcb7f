import { expect, test } from 'vitest'
import { giveToken, takeToken } from './hand-over.ts'

test('a page gets the token of who opened it, which is made when the page asks and once', async () => {
  let made = 0
  const given = giveToken('one', () => {
    made += 1
    return Promise.resolve(`token ${made}`)
  })
  expect(made).toBe(0)
  expect(await takeToken('one')).toBe('token 1')
  expect(await given).toBe(true)
  expect(made).toBe(1)
})

test('where there is none it hears so, and does not wait', async () => {
  const given = giveToken('two', () => Promise.reject(new Error('refused')))
  expect(await takeToken('two')).toBeNull()
  expect(await given).toBe(true)
})
