import { expect, it } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { at } from '../../../test/places.ts'
import { createTestSite, isAlarm, neighbourOf, reportTo } from '../../../test/site.ts'

it.each(['deleted', 'disabled'] as const)(
  'a helmet that is %s ends what it was at fences, at whichever server, not that it called for help, nor what another is at',
  async (how) => {
    const site = await createTestSite()
    const [id] = [await site.makeHat('100'), await site.makeHat('200')]
    await site.makeFence()
    // Begins once they are saved, so that it knows them, and is not the one at which they are changed.
    const other = await neighbourOf(site)
    const report = (seconds: number, x: number, more: object = {}) => ({
      deviceType: 'hat',
      time: new Date(Date.now() - seconds * 1_000).toISOString(),
      ...at(x, 0),
      ...more,
    })
    const reported = (origin: string, deviceId: string, ...reports: readonly object[]) =>
      reportTo(
        origin,
        reports.map((one) => ({ ...one, deviceId })),
      )
    /** Of every alarm, the newest last: whose, of what, how often, and whether it lasts. */
    const alarms = async () => {
      const { rows } = await site.db.raw<{ device_code: string; alarm_type: number; condition: string }>(
        site.db.sql,
        'SELECT device_code, alarm_type, condition FROM alarm ORDER BY id',
      )
      return rows.map((row) => `${row.device_code} ${row.alarm_type} ${row.condition}`)
    }
    for (const deviceId of ['100', '200']) {
      await reported(other.origin, deviceId, report(90, 500))
      for (const seconds of [60, 50, 40, 30]) await reported(other.origin, deviceId, report(seconds, 0))
    }
    await reported(other.origin, '100', report(20, 0, { sos: 'press' }))
    expect(await alarms()).toEqual(['100 1 active', '200 1 active', '100 4 active'])

    const console = await site.live(site.adminToken)
    const save = (enable: 0 | 1) => site.admin.ask(deviceCalls.saveBsHat, { id, hatNo: 'H-100', imei: '100', enable })
    if (how === 'deleted') await site.admin.ask(deviceCalls.deleteBsHatById, { id })
    else await save(0)
    expect(await alarms()).toEqual(['100 1 returned', '200 1 active', '100 4 active'])
    await console.until(isAlarm('alarmChanged', ({ deviceId, condition }) => deviceId === '100' && condition === 'returned'))
    if (how === 'deleted') return

    // Whoever is inside when it is used again came as far as anybody knows.
    await save(1)
    await expect.poll(() => reported(other.origin, '100', report(15, 0))).toMatchObject({ rejected: [] })
    for (const seconds of [10, 5, 0]) await reported(other.origin, '100', report(seconds, 0))
    await expect.poll(alarms).toContain('100 1 active')
    const { list } = await site.admin.ask(alarmCalls.listRealAlarmData, undefined)
    expect(list.find(({ deviceId, alarmType }) => deviceId === '100' && alarmType !== 4)).toMatchObject({ count: 2 })
  },
)

it('what was raised while a server did not know yet that a helmet is disabled is over once it does', async () => {
  const site = await createTestSite()
  const id = await site.makeHat('100')
  await site.makeFence()
  await site.report(
    [500, 0, 0, 0, 0].map((x, step) => ({
      deviceType: 'hat',
      deviceId: '100',
      time: new Date(Date.now() - (90 - step * 10) * 1_000).toISOString(),
      ...at(x, 0),
    })),
  )
  const conditions = async () =>
    (await site.db.raw<{ condition: string }>(site.db.sql, 'SELECT condition FROM alarm')).rows.map(({ condition }) => condition)
  expect(await conditions()).toEqual(['active'])
  // As if that report had been judged before it was saved, and stored afterwards; names of departments are read anew with all devices.
  await site.db.raw(site.db.sql, 'UPDATE device SET enabled = false, version = version + 1 WHERE id = $1', [id])
  await site.makeDept('mill')
  await expect.poll(conditions).toEqual(['returned'])
})
