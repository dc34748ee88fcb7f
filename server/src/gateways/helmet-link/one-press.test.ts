import { beforeAll, expect, it } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import { afterFile } from '../../../test/ends.ts'
import { helmetOf } from '../../../test/helmet.ts'
import { startVendor, type Vendor } from '../../../test/helmet-vendor.ts'
import { createTestSite, isAlarm, type TestSite } from '../../../test/site.ts'

let site: TestSite
let vendor: Vendor
let console: Awaited<ReturnType<TestSite['live']>>
beforeAll(async () => {
  vendor = await startVendor(undefined, {}, afterFile)
  const variables = {
    VIGIL_HELMET_SERVICE_URL: vendor.url,
    VIGIL_HELMET_SERVICE_USER: 'vigil',
    VIGIL_HELMET_SERVICE_PASSWORD: vendor.password,
  }
  site = await createTestSite({ variables }, afterFile)
  console = await site.live(site.adminToken)
})

const rowsOf = async <Row extends object>(text: string, imei: string): Promise<readonly Row[]> =>
  (await site.db.raw<Row>(site.db.sql, text, [imei])).rows
const ofHelmet = 'device_id = (SELECT id FROM device WHERE code = $1)'

/** What a helmet says over a line of its own to us. */
const sayOwn = async (imei: string, act: 'ca_sos' | 'ca_sip_sos', more: object = {}) => {
  const helmet = await helmetOf(site, imei)
  helmet.say({ act, time: String(Date.now() / 1_000), ...more })
  expect(await helmet.next(act)).toMatchObject({ status: true })
}
const ownAt = (imei: string, time: number) =>
  site.report([{ deviceType: 'hat', deviceId: imei, time: new Date(time).toISOString(), sos: 'press' }])

/** Each way in which a press is told of, and what else happens. `T` tells the same second as all others of the case that do. */
const steps = {
  /** The service says it, which is over once it is written down as known, or as another press. */
  vendor: async (imei: string, message: Readonly<Record<string, unknown>>) => {
    const told = () => rowsOf(`SELECT pressed, told FROM help_press WHERE ${ofHelmet}`, imei)
    const before = await told()
    vendor.push(message)
    await expect.poll(told).not.toEqual(before)
  },
  push: (imei: string) => steps.vendor(imei, { cmd: 'server_push_sos', sos_type: '7', data: { device_id: imei } }),
  pushT: (imei: string, second: number) =>
    steps.vendor(imei, { cmd: 'server_push_sos', sos_type: '7', data: { device_id: imei }, time: String(second) }),
  sip: (imei: string) => steps.vendor(imei, { cmd: 'server_push_ca_sip_sos', ca_info: { device_id: imei } }),
  page: (imei: string) => site.admin.ask(positionCalls.saveRealHatSosAlarm, { device_id: imei, alarm_type: 4 }),
  pageT: (imei: string, second: number) => {
    const c_time = new Date((second + 8 * 3_600) * 1_000).toISOString().slice(0, 19).replace('T', ' ')
    return site.admin.ask(positionCalls.saveRealHatSosAlarm, { device_id: imei, alarm_type: 4, c_time })
  },
  own: (imei: string) => ownAt(imei, Date.now()),
  sos: (imei: string) => sayOwn(imei, 'ca_sos', { sos_type: '7' }),
  call: (imei: string) => sayOwn(imei, 'ca_sip_sos', { room_id: '7' }),
  ownT: (imei: string, second: number) => ownAt(imei, second * 1_000),
  confirm: async (imei: string) => {
    const { list } = await site.admin.ask(alarmCalls.listRealAlarmData, undefined)
    const open = list.find(({ deviceId }) => deviceId === imei)
    await site.admin.ask(alarmCalls.updateZdAlarm, { id: open?.id ?? '', status: 2 })
  },
  minute: async (imei: string) => {
    await rowsOf(`UPDATE help_press SET pressed = pressed - interval '61 seconds' WHERE ${ofHelmet}`, imei)
    await rowsOf(`UPDATE help_call SET last_recv = last_recv - interval '61 seconds' WHERE ${ofHelmet}`, imei)
  },
} as const

let made = 0
it.each<[steps: string, alarms: readonly number[], raised: number]>([
  // One press, however many tell of it and whatever became of its alarm.
  ['push confirm page', [1], 1],
  ['pushT confirm pageT', [1], 1],
  ['push page page', [1], 1],
  ['push sip page', [1], 1],
  ['push confirm sip page', [1], 1],
  ['sip confirm push page', [1], 1],
  ['page push sip', [1], 1],
  ['page confirm page', [1], 1],
  ['own confirm page push', [1], 1],
  // Of a clock that was right when it said the time first.
  ['ownT confirm ownT', [1], 1],
  // On its own line a helmet tells of the press, and of the call that it opens upon it.
  ['sos call', [1], 1],
  ['sos confirm call', [1], 1],
  ['sos call push sip page', [1], 1],
  // It presses again, or calls again, or calls without a press of which it told.
  ['sos call sos call', [2], 2],
  ['sos call call', [2], 2],
  ['sos call confirm call', [1, 1], 2],
  ['sos confirm minute call', [1, 1], 2],
  ['push confirm call', [1, 1], 2],
  // Another press, told in a way in which the first was told, or by the helmet itself.
  ['push push', [2], 2],
  ['push confirm push page', [1, 1], 2],
  ['push sip confirm push sip page', [1, 1], 2],
  ['own confirm own', [1, 1], 2],
  ['push confirm own', [1, 1], 2],
  // Nobody but a page told of the first, and that is handled.
  ['page confirm push page', [1, 1], 2],
  // What is told a minute later is no echo.
  ['push confirm minute page', [1, 1], 2],
  ['push confirm minute sip', [1, 1], 2],
])('%s: alarms of %j, told of %i times', async (case_, alarms, raised) => {
  made += 1
  const imei = `press-${made}`
  await expect.poll(() => vendor.asked()).toBeGreaterThan(0)
  await site.makeHat(imei)
  const second = Math.floor(Date.now() / 1_000)
  for (const step of case_.split(' ')) await steps[step as Exclude<keyof typeof steps, 'vendor'>](imei, second)
  expect(
    (await rowsOf<{ count: number }>(`SELECT count FROM alarm WHERE ${ofHelmet} ORDER BY id`, imei)).map(({ count }) => count),
  ).toEqual(alarms)
  // Events come in their order: what was raised before this is heard.
  const marker = `marker-${made}`
  await site.makeHat(marker)
  await steps.own(marker)
  await console.until(isAlarm('alarmRaised', ({ deviceId }) => deviceId === marker))
  expect(console.messages.filter(isAlarm('alarmRaised', ({ deviceId }) => deviceId === imei))).toHaveLength(raised)
})
