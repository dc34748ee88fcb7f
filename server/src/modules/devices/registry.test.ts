import { expect, it } from 'vitest'
import { createLog } from '../../kernel/log.ts'
import { createDeviceRegistry } from './registry.ts'
import type { Device } from './store.ts'

const deviceOf = (id: number): Device => ({ id, kind: 'hat', code: '860001', version: 1 }) as Device

it('a number that went to another device stays with it, however late the end of the first is heard of', async () => {
  let stored = [deviceOf(1)]
  const registry = createDeviceRegistry(
    {
      all: () => Promise.resolve(stored),
      byIds: (ids) => Promise.resolve(stored.filter(({ id }) => ids.includes(id))),
      digest: () => Promise.resolve(''),
      namesDigest: () => Promise.resolve(''),
    },
    createLog('silent'),
  )
  await registry.reload()
  stored = [deviceOf(2)]
  await registry.refresh([2])
  await registry.refresh([1])
  expect(registry.find('hat', '860001')?.id).toBe(2)
  expect(registry.get(1)).toBeUndefined()
})
