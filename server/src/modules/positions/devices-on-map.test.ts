import { expect, it } from 'vitest'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { paged, whole } from '@vigil/contract/kernel/client.ts'
import { at } from '../../../test/places.ts'
import { createTestSite } from '../../../test/site.ts'

it('devices of a map are told as they are now: by name, with their last fix, each page of them and all', async () => {
  const site = await createTestSite()
  const id = await site.makeHat('102')
  await site.makeHat('101')
  const all = async (body: object = {}) => whole(await site.admin.ask(deviceCalls.listBsHatObjectAll, body))
  const names = async (body: object = {}) => (await all(body)).map(({ name }) => name)
  const silent = {
    objectType: 'hat',
    deviceId: '102',
    name: 'H-102',
    lng: null,
    lat: null,
    online: false,
    status: 'offline',
    time: null,
  }
  expect(await all()).toMatchObject([{ name: 'H-101' }, silent])
  for (const one of await all()) expect(deviceCalls.listBsHatObjectAll.data.safeParse([one]).success).toBe(true)

  await site.report([{ deviceType: 'hat', deviceId: '102', time: new Date(Date.now() - 5_000).toISOString(), ...at(1, 1) }])
  const { lng, lat } = at(1, 1)
  expect(await all()).toMatchObject([{ name: 'H-101' }, { name: 'H-102', lng, lat, online: true, status: 'online' }])
  await site.report([{ deviceType: 'hat', deviceId: '102', time: new Date().toISOString(), ...at(9, 1) }])
  expect(await all()).toMatchObject([{}, { lng: at(9, 1).lng }])

  const [hat] = whole(await site.admin.ask(deviceCalls.listBsHatAll, { ids: [id] }))
  if (!hat) throw new Error('the helmet is missing')
  await site.admin.ask(deviceCalls.saveBsHat, { ...hat, hatNo: '0 “B”\n' })
  expect(await names()).toEqual(['0 “B”', 'H-101'])
  expect(await names({ sort: '-name' })).toEqual(['H-101', '0 “B”'])
  const page = paged(await site.admin.ask(deviceCalls.listBsHatObjectAll, { pageNum: 2, pageSize: 1 }))
  expect(page).toMatchObject({ list: [{ name: 'H-101' }], total: 2 })
  expect(deviceCalls.listBsHatObjectAll.data.safeParse(page).success).toBe(true)
  await site.admin.ask(deviceCalls.deleteBsHatById, { id })
  expect(await names()).toEqual(['H-101'])
})
