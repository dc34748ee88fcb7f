import { describe, expect, it } from 'vitest'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { createTestSite } from '../../../test/site.ts'

describe('device keys', () => {
  it('are listed in pages and sorted as asked, without the keys themselves', async () => {
    const site = await createTestSite()
    const made = []
    for (const name of ['gate', 'helmets', 'badges']) made.push(await site.admin.ask(deviceCalls.saveDeviceKey, { name }))
    const whole = await site.admin.ask(deviceCalls.listDeviceKeyAll, {})
    expect(whole).toMatchObject([{ name: 'gate' }, { name: 'helmets' }, { name: 'badges' }])
    for (const { key } of made) expect(JSON.stringify(whole)).not.toContain(key)
    expect(await site.admin.ask(deviceCalls.listDeviceKeyAll, { pageNum: 2, pageSize: 2 })).toMatchObject({
      list: [{ name: 'badges' }],
      total: 3,
    })
    expect(await site.admin.ask(deviceCalls.listDeviceKeyAll, { sort: '-name', pageSize: 1 })).toMatchObject({
      list: [{ name: 'helmets' }],
      total: 3,
    })
    expect(await site.admin.send(deviceCalls.listDeviceKeyAll, { sort: 'hash' })).toMatchObject({ code: 'invalidInput' })
  })
})
