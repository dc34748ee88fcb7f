import { expect, it } from 'vitest'
import { telephonyCalls } from '@vigil/contract/telephony/calls.ts'
import type { CallRecord } from '@vigil/contract/telephony/entities.ts'
import { consoleOf, helmetPhoneOf, isOver, isUp } from '../../../test/phone.ts'
import { createTestSite, type TestSite } from '../../../test/site.ts'

const logOf = async (site: TestSite): Promise<CallRecord[]> =>
  (await site.admin.ask(telephonyCalls.listZdCall, {})) as CallRecord[]

it('a console calls a helmet, speaks and hangs up; the log has it', async () => {
  const site = await createTestSite()
  await site.makeHat('100', { sipId: '30100' })
  const [desk, helmet] = [await consoleOf(site, site.admin), await helmetPhoneOf(site, '100')]
  const { session, heard } = desk.call('30100')
  await expect.poll(() => helmet.calls).toHaveLength(1)
  const [call] = helmet.calls
  expect(call?.remoteIdentity.uri.user).toBe(desk.number)
  await call?.accept()
  await expect.poll(() => isUp(session)).toBe(true)
  expect(heard).toEqual([100, 180, 200])
  await expect.poll(() => logOf(site)).toMatchObject([{ outcome: 'connected', dialled: '30100', callee: { kind: 'hat' } }])
  await session.bye()
  await expect.poll(() => call && isOver(call)).toBe(true)
  await expect.poll(() => logOf(site)).toMatchObject([{ outcome: 'completed', duration: expect.any(Number) as number }])
})
