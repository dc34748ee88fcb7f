import { expect, it, onTestFinished, vi } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { helmetOf } from '../../../test/helmet.ts'
import { at } from '../../../test/places.ts'
import { createTestSite, isAlarm } from '../../../test/site.ts'
import { storedPositions } from '../../../test/stored-positions.ts'

const hour = 3_600_000
/** A helmet's fixes of the past, one a second. */
const backlogOf = (imei: string, count: number, begin = Date.now() - 20 * hour) =>
  Array.from({ length: count }, (_, second) => ({
    deviceType: 'hat',
    deviceId: imei,
    time: new Date(begin + second * 1000).toISOString(),
    ...at(200 + (second % 50), 200),
  }))
const live = (imei: string, more: Record<string, unknown> = {}) => ({
  deviceType: 'hat',
  deviceId: imei,
  time: new Date().toISOString(),
  ...at(100, 100),
  ...more,
})
it('a backlog over HTTP lets what is live and calls for help go first, and all of it is stored once', async () => {
  const site = await createTestSite()
  const imeis = Array.from({ length: 8 }, (_, index) => String(100 + index))
  for (const imei of imeis) await site.makeHat(imei)
  // So that everything of the past is looked up, as after a night without a link.
  await site.report(imeis.map((imei) => live(imei)))
  const console = await site.live(site.adminToken)
  const answered: string[] = []
  const post = async (what: string, reports: readonly unknown[]): Promise<void> => {
    await site.report(reports)
    answered.push(what)
  }
  // As many as two starved cores store while whoever sent them still waits for the answer.
  const perPost = 800
  const posts = imeis.flatMap((imei) => [
    post('backlog', backlogOf(imei, perPost)),
    post('backlog', backlogOf(imei, perPost, Date.now() - 10 * hour)),
  ])
  const urgent = [post('live', [live('100')]), post('sos', [live('101', { sos: 'press' })])]
  await console.until(isAlarm('alarmRaised'))
  expect(answered.filter((what) => what === 'backlog').length).toBeLessThan(posts.length)
  await Promise.all(urgent)
  expect(answered.filter((what) => what === 'backlog').length).toBeLessThan(posts.length)
  await Promise.all(posts)
  expect(await storedPositions(site)).toBe(posts.length * perPost + imeis.length + 2)
})

it('a post of old and new is answered in the order in which it stands', async () => {
  const site = await createTestSite()
  await site.makeHat('100')
  const [old, older] = backlogOf('100', 2)
  const answer = await site.report([
    live('100'),
    old,
    { deviceType: 'hat' },
    live('999'),
    older,
    old,
    live('100', { sos: 'press', lat: 0, lng: 0 }),
  ])
  expect(answer).toMatchObject({ accepted: 4, duplicate: 1 })
  expect(answer.rejected.map(({ index, reason }) => `${index} ${reason.split(':')[0]}`)).toEqual(['2 invalid', '3 unknownDevice'])
})

it('a call for help is heard past everything that its own helmet said before it on the same socket', async () => {
  const site = await createTestSite()
  await site.makeHat('100')
  const helmet = await helmetOf(site, '100')
  const console = await site.live(site.adminToken)
  const fixes = backlogOf('100', 3_000)
  const answersToFixes = () => helmet.answers.filter(({ cmd }) => cmd === 'ca_report_location')
  await site.db.transaction(async (trx) => {
    // None of the fixes is stored before the call is heard, however fast the server is.
    await site.db.raw(trx, 'LOCK TABLE position IN ACCESS EXCLUSIVE MODE')
    for (const { time, lng, lat } of fixes) {
      const ctime = String(Date.parse(time) / 1000)
      helmet.say({ act: 'ca_report_location', location_info: { x_point: String(lat), y_point: String(lng), ctime } })
    }
    helmet.say({ act: 'ca_sos', sos_type: '7' })
    await console.until(isAlarm('alarmRaised'))
    await expect.poll(() => helmet.answers.map(({ cmd }) => cmd)).toContain('ca_sos')
    // Not one of them had been answered, if only that it is to come again: the call waited for none.
    const said = helmet.answers.map(({ cmd }) => cmd)
    expect(said.slice(0, said.indexOf('ca_sos'))).not.toContain('ca_report_location')
  })
  expect((await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list).toMatchObject([{ alarmType: 4 }])
  await expect.poll(() => answersToFixes().length).toBe(fixes.length)
  const accepted = answersToFixes().filter(({ status }) => status).length
  expect(await storedPositions(site)).toBe(accepted)
})

it('a call for help is heard while no position can be stored at all', async () => {
  const site = await createTestSite()
  await site.makeHat('100')
  const console = await site.live(site.adminToken)
  await site.db.transaction(async (trx) => {
    await site.db.raw(trx, 'LOCK TABLE position IN ACCESS EXCLUSIVE MODE')
    const refused = site.report([live('100', { sos: 'press' })])
    await console.until(isAlarm('alarmRaised'))
    // Its fix is not stored, so that the device has to send it again.
    await expect(refused).rejects.toThrow('notReady')
  })
  await expect(site.report([live('100', { sos: 'press' })])).resolves.toMatchObject({ accepted: 1 })
})

it('senders who wait for their answers are waited for no longer than until they are back', async () => {
  const site = await createTestSite()
  const imeis = Array.from({ length: 10 }, (_, index) => String(100 + index))
  for (const imei of imeis) await site.makeHat(imei)
  await site.report(imeis.map((imei) => live(imei)))
  // From here on no rest comes to its end.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const rounds = 20
  let answered = 0
  const sending = imeis.map(async (imei) => {
    for (let round = 0; round < rounds; round += 1) {
      await site.report([live(imei)])
      answered += 1
    }
  })
  // The last ones are fewer than before, and wait for company that does not come.
  await expect.poll(() => answered).toBeGreaterThan((imeis.length * rounds) / 2)
  vi.useRealTimers()
  // The rest that was begun before never ends: as many as were answered at once are company for whoever is left.
  while (answered < imeis.length * rounds) await Promise.all(imeis.map((imei) => site.report([live(imei)])))
  await Promise.all(sending)
})
