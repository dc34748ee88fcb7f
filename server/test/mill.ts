import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import type { AlarmStep } from '@vigil/contract/alarms/entities.ts'
import type { Company } from '../src/kernel/create-kernel.ts'
import { at } from './places.ts'
import { createTestSite, type TestSite } from './site.ts'

const handles = ['alarmRealMgmt', 'alarmHisMgmt', 'alarm:handle', 'alarm:delete']
export const stepTo = (imei: string, east: number, north: number) => ({
  deviceType: 'hat',
  deviceId: imei,
  time: new Date().toISOString(),
  ...at(east, north),
})
export const open = async (site: TestSite) => (await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list
const told = ({ kind, by, to, note, reason, count }: AlarmStep): string =>
  [kind, by && `by ${by}`, to && `to ${to}`, reason, note, count && `${count}×`].filter(Boolean).join(' ')
/** What became of an alarm, a line each. */
export const lifeOf = async (site: TestSite, id: string) => (await site.admin.ask(alarmCalls.listAlarmStep, { id })).map(told)

/** A mill with a helmet in its fence, which alarms, and who works there. */
export const millWith = async ({ level = 1 }: { readonly level?: 1 | 2 | 3 } = {}, company: Company = {}) => {
  const site = await createTestSite({}, undefined, company)
  const [deptId, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
  await site.makeHat('100', { deptId })
  await site.makeFence({ minOutside: 0, minInside: 0, level })
  const worker = (name: string, permissions = handles, dept = deptId) =>
    site.makeUser({ name, deptId: dept, scope: 'own', permissions })
  const people = {
    zhou: await worker('zhou'),
    wu: await worker('wu'),
    guard: await worker('guard', ['alarmRealMgmt']),
    burner: await worker('burner', handles, kiln),
  }
  await site.report([stepTo('100', 0, 0)])
  const [alarm] = await open(site)
  if (!alarm) throw new Error('no alarm')
  return { site, alarm, id: alarm.id, ...people }
}
