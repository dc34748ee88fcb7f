import { expect, it } from 'vitest'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { transferCalls } from '@vigil/contract/transfers/calls.ts'
import { videoCalls } from '@vigil/contract/video/calls.ts'
import { at } from '../../../test/places.ts'
import { createTestSite } from '../../../test/site.ts'
import { ended, upload } from '../../../test/transfers.ts'

const imei = '864901040093271'

it('a number that somebody else gave is looked at as it is written, in a form and in a sheet', async () => {
  const site = await createTestSite()
  const save = async (more: object) => {
    const { code, msg, data } = await site.admin.send(deviceCalls.saveBsHat, { hatNo: 'A', imei, ...more })
    return code === 'invalidInput' ? [msg, data] : code
  }
  expect(await save({ imei: imei.slice(1) })).toEqual(['IMEI应为 15 位数字', { field: 'imei' }])
  expect(await save({ sim: '12345' })).toEqual(['SIM卡ICCID应以 89 开头，共 18 至 22 位', { field: 'sim' }])
  expect(await save({ mobile: '张工' })).toEqual(['手机号应为电话号码，只含数字、空格和 + - ( )', { field: 'mobile' }])
  expect(await save({ sim: '898604211023100B6666', mobile: '+86 0551-6262 3110' })).toBe('200')
  const badge = await site.admin.send(deviceCalls.saveBsBadge, { badgeNo: 'B', devEui: '70b3d57ed006' })
  expect(badge.msg).toBe('devEui应为 16 位十六进制')
  const person = await site.admin.send(accountCalls.saveUser, { cname: '李', workNum: 'L', mobile: '138' })
  expect(person.code).toBe('200')

  const fileId = await upload(site, site.adminToken, 'a.csv', `帽号*,IMEI*\nC,1234\nD,${imei.slice(1)}2`)
  const run = await ended(site.admin, await site.admin.ask(transferCalls.startImport, { noun: 'hat', fileId }))
  expect(run).toMatchObject({ created: 1, wrong: 1, problems: [{ row: 2, column: 'IMEI', reason: 'IMEI应为 15 位数字' }] })
})

it('what calls itself otherwise when it reports may be registered so, and what stands there stays', async () => {
  const site = await createTestSite()
  const report = { deviceType: 'hat', deviceId: 'A00000271', time: new Date().toISOString(), ...at(0, 0) }
  await site.report([report])
  const unknown = async () => whole(await site.admin.ask(deviceCalls.listUnknownDeviceAll, {}))
  await expect.poll(unknown).toMatchObject([{ deviceId: 'A00000271' }])
  const { id } = await site.admin.ask(deviceCalls.adoptUnknownDevice, { deviceType: 'hat', deviceId: 'A00000271', name: 'A' })
  const [made] = whole(await site.admin.ask(deviceCalls.listBsHatAll, { ids: [id] }))
  if (!made) throw new Error('it is not there')
  expect(await site.admin.ask(deviceCalls.saveBsHat, { ...made, remark: 'old' })).toMatchObject({
    remark: 'old',
    imei: 'A00000271',
  })
  expect((await site.admin.send(deviceCalls.saveBsHat, { ...made, version: 2, imei: 'A00000272' })).code).toBe('invalidInput')
})

it('codes as a Chinese input method writes them are taken in their usual form, names of people and things stay theirs', async () => {
  const site = await createTestSite()
  const { admin } = site
  const wide = (text: string) => text.replaceAll(/[!-~]/g, (each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0))
  const hat = {
    hatNo: 'A',
    imei: `　${wide(imei)} `,
    sim: wide('898604211023100B6666'),
    sipId: wide('30001'),
    remark: wide('A1'),
  }
  expect(await admin.ask(deviceCalls.saveBsHat, { ...hat, mobile: wide('+86 0551') })).toMatchObject({
    imei,
    sim: '898604211023100B6666',
    sipId: '30001',
    mobile: '+86 0551',
    remark: wide('A1'),
  })
  expect((await admin.send(deviceCalls.saveBsHat, { hatNo: 'B', imei })).code).toBe('notUnique')
  const car = { plateNumber: wide('皖A·12345'), terminalNo: wide('013900000001') }
  expect(await admin.ask(deviceCalls.saveBsCar, car)).toMatchObject({ plateNumber: '皖A·12345', terminalNo: '013900000001' })
  const devEui = '70b3d57ed0060001'
  expect((await admin.ask(deviceCalls.saveBsBadge, { badgeNo: 'B', devEui: wide(devEui) })).devEui).toBe(devEui)
  const gateway = await admin.ask(deviceCalls.saveBsLoraGate, { name: 'G', gatewayEui: wide('a84041FFFE000001') })
  expect(gateway.gatewayEui).toBe('a84041fffe000001')
  const again = await admin.send(deviceCalls.saveBsLoraGate, { name: 'H', gatewayEui: 'A84041FFFE000001' })
  expect(again.code).toBe('notUnique')
  const gbDeviceId = '34020000001320000001'
  const camera = { name: 'C', gbDeviceId: wide(gbDeviceId), channelId: '　', parentId: ` ${gbDeviceId}` }
  expect(await admin.ask(videoCalls.saveBsCamera, camera)).toMatchObject({ gbDeviceId, channelId: '', parentId: gbDeviceId })

  const sheet = `帽号*,IMEI*,手机号\nA,${wide(imei)},${wide('13900000001')}\nE,　,\nF,${imei.slice(0, 8)} ${imei.slice(8)},`
  const fileId = await upload(site, site.adminToken, 'a.csv', sheet)
  const run = await ended(admin, await admin.ask(transferCalls.startImport, { noun: 'hat', fileId }))
  expect(run).toMatchObject({ created: 0, updated: 1, wrong: 2 })
  expect(run.problems).toEqual([
    { row: 3, column: 'IMEI', reason: 'IMEI必填' },
    { row: 4, column: 'IMEI', reason: 'IMEI应为 15 位数字' },
  ])
  expect(whole(await admin.ask(deviceCalls.listBsHatAll, {}))).toMatchObject([{ imei, mobile: '13900000001' }])
})
