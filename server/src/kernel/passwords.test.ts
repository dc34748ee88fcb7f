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
