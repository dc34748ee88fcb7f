import { beforeEach, expect, it, vi } from 'vitest'
import { fullHashCost } from './config.ts'
import { createPasswords } from './passwords.ts'

const { verify } = vi.hoisted(() => ({ verify: vi.fn() }))
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  verify.mockImplementation(real.verify)
  return { ...real, verify }
})
beforeEach(() => void verify.mockClear())

const passwords = createPasswords(fullHashCost)
const parameters = (hash: string) => hash.split('$').slice(0, 4).join('$')

it('knows its own hashes', async () => {
  const hash = await passwords.hash('Quite-Long-4711')
  expect(parameters(hash)).toBe('$argon2id$v=19$m=19456,t=2,p=1')
  expect(await passwords.verify(hash, 'Quite-Long-4711')).toBe(true)
  expect(await passwords.verify(hash, 'Quite-Long-4712')).toBe(false)
})

it('works as long for nobody as for somebody, so that the time of an answer tells nothing', async () => {
  expect(await passwords.verify(null, 'nobody has this password')).toBe(false)
  const [[stored = ''] = []] = verify.mock.calls as string[][]
  expect(parameters(stored)).toBe(parameters(await passwords.hash('Quite-Long-4711')))
})

it('makes four hashes at a time at most, and all in the end', async () => {
  const { hash } = await vi.importActual<typeof import('@node-rs/argon2')>('@node-rs/argon2')
  const known = await hash('Quite-Long-4711')
  let [running, most] = [0, 0]
  verify.mockImplementation(async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise(setImmediate)
    running -= 1
    return true
  })
  const answers = await Promise.all(Array.from({ length: 30 }, () => passwords.verify(known, 'Quite-Long-4711')))
  expect([most, answers.filter((right) => right).length]).toEqual([4, 30])
  // One that fails gives its place back.
  verify.mockRejectedValue(new Error('no hash'))
  for (let at = 0; at < 6; at += 1) await expect(passwords.verify('nonsense', 'x')).rejects.toThrow('no hash')
  expect(await passwords.hash('Quite-Long-4711')).toMatch(/^\$argon2id/)
})
