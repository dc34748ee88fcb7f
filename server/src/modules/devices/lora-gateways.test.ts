import { expect, it } from 'vitest'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { createTestSite } from '../../../test/site.ts'

const { saveBsLoraGate, listBsLoraGateByDeptId, deleteBsLoraGateById, listBsLoraGateObjectAll } = deviceCalls
const gateway = { name: '窑尾网关', gatewayEui: 'AC1F09FFFE000001' }

it('keeps gateways: created, found, narrowed, sorted, changed and deleted', async () => {
  const site = await createTestSite()
  const dept = await site.makeDept('烧成车间')
  const made = await site.admin.ask(saveBsLoraGate, { ...gateway, deptId: dept, lng: 118.1, lat: 31.2 })
  expect(made).toMatchObject({ name: '窑尾网关', deptName: '烧成车间', enable: 1, version: 1, lastSeen: null, height: null })
  const other = await site.admin.ask(saveBsLoraGate, { name: '码头网关', gatewayEui: 'AC1F09FFFE000002', enable: 0 })

  const list = (body: object) => site.admin.ask(listBsLoraGateByDeptId, body)
  expect(await list({ pageSize: 1, sort: '-gatewayEui' })).toMatchObject({ list: [{ id: other.id }], total: 2 })
  expect(await list({ keyword: 'fffe000002' })).toMatchObject([{ id: other.id }])
  expect(await list({ enable: 1 })).toMatchObject([{ id: made.id }])
  expect(await list({ deptId: dept })).toMatchObject([{ id: made.id }])
  expect(await list({ ids: [other.id] })).toMatchObject([{ id: other.id }])
  expect(await site.admin.ask(listBsLoraGateObjectAll, undefined)).toMatchObject([
    { id: other.id, status: 'disabled', lng: null },
    { id: made.id, objectType: 'loraGateway', name: '窑尾网关', lng: 118.1, lat: 31.2 },
  ])

  const changed = await site.admin.ask(saveBsLoraGate, { ...made, name: '窑头网关' })
  expect(changed).toMatchObject({ name: '窑头网关', version: 2 })
  expect(await site.admin.send(saveBsLoraGate, { ...made, name: '旧' })).toMatchObject({
    code: 'conflict',
    data: { name: '窑头网关' },
  })
  expect(await site.admin.send(saveBsLoraGate, { ...gateway, gatewayEui: 'ac1f09fffe000002' })).toMatchObject({
    code: 'notUnique',
    msg: '网关EUI“ac1f09fffe000002”已存在',
    data: { field: 'gatewayEui' },
  })
  expect(await site.admin.send(saveBsLoraGate, { ...gateway, gatewayEui: 'AC1F' })).toMatchObject({
    code: 'invalidInput',
    data: { field: 'gatewayEui' },
  })
  expect(await site.admin.send(saveBsLoraGate, { ...gateway, gatewayEui: 'AC1F09FFFE000003', deptId: '99999' })).toMatchObject({
    code: 'notFound',
    data: { field: 'deptId' },
  })
  expect(await list({})).toHaveLength(2)
  await site.admin.ask(deleteBsLoraGateById, { id: made.id })
  expect(await list({})).toMatchObject([{ id: other.id }])
})
