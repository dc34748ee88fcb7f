import { beforeEach, expect, it, vi } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

const { verify } = vi.hoisted(() => ({ verify: vi.fn() }))
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  verify.mockImplementation(real.verify)
  return { ...real, verify }
})
beforeEach(() => void verify.mockClear())

it('knows its own hashes', async () => {
  const hash = await hashPassword('Quite-Long-4711')
  expect(await verifyPassword(hash, 'Quite-Long-4711')).toBe(true)
  expect(await verifyPassword(hash, 'Quite-Long-4712')).toBe(false)
})

it('works as long for nobody as for somebody, so that the time of an answer tells nothing', async () => {
  expect(await verifyPassword(null, 'nobody has this password')).toBe(false)
  const [[stored = ''] = []] = verify.mock.calls as string[][]
  const parameters = (hash: string) => hash.split('$').slice(0, 4).join('$')
  expect(parameters(stored)).toBe(parameters(await hashPassword('Quite-Long-4711')))
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
  const answers = await Promise.all(Array.from({ length: 30 }, () => verifyPassword(known, 'Quite-Long-4711')))
  expect([most, answers.filter((right) => right).length]).toEqual([4, 30])
  // One that fails gives its place back.
  verify.mockRejectedValue(new Error('no hash'))
  for (let at = 0; at < 6; at += 1) await expect(verifyPassword('nonsense', 'x')).rejects.toThrow('no hash')
  expect(await hashPassword('Quite-Long-4711')).toMatch(/^\$argon2id/)
})
