import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { paged, whole } from '@vigil/contract/kernel/client.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import type { RouteName } from '@vigil/contract/menu/routes.ts'
import { useSite } from '../../shared/api/site.ts'
import { useCall } from '../../shared/api/queries.ts'
import type { setupTexts } from './setup-texts.ts'

/** What is counted, in words that take the number. */
type Counted = 'items' | 'people' | 'devices' | 'features'
type Word = Exclude<keyof typeof setupTexts.table, Counted | 'progress'>

/** One step from an empty site to one in use. */
export interface SetupStep {
  readonly name: Word
  readonly hint: Word
  readonly done: boolean
  /** What there is already, in what words; 0 says nothing. */
  readonly count?: readonly [word: Counted, n: number]
  readonly to: RouteName
  readonly action: Word
}

export interface SiteFacts {
  /** Of the site's record: 1 as long as nobody saved it. */
  readonly siteVersion: number
  readonly features: number
  readonly depts: number
  readonly people: number
  readonly devices: number
  readonly keys: number
  readonly online: number
}

/** The steps in the order in which each makes the next one easier. */
export const stepsOf = ({ siteVersion, features, depts, people, devices, keys, online }: SiteFacts): readonly SetupStep[] => [
  { name: 'administrator', hint: 'administratorHint', done: true, to: 'userMgmt', action: 'addUser' },
  { name: 'site', hint: 'siteHint', done: siteVersion > 1, to: 'siteMgmt', action: 'settings' },
  { name: 'map', hint: 'mapHint', done: features > 0, count: ['features', features], to: 'siteMgmt', action: 'importMap' },
  { name: 'depts', hint: 'deptsHint', done: depts > 0, count: ['items', depts], to: 'deptMgmt', action: 'newDepts' },
  // The first administrator is a person too.
  {
    name: 'staff',
    hint: 'staffHint',
    done: people > 1,
    count: ['people', people - 1],
    to: 'dataImportMgmt',
    action: 'importing',
  },
  {
    name: 'equipment',
    hint: 'equipmentHint',
    done: devices > 0,
    count: ['devices', devices],
    to: 'dataImportMgmt',
    action: 'importing',
  },
  { name: 'reporting', hint: 'reportingHint', done: keys > 0 || online > 0, to: 'siteMgmt', action: 'makeKey' },
]

const first = { pageNum: 1, pageSize: 1 } as const

/** How far the site is; `waiting` until that is known, null where it cannot be, and for the demo, which comes set up. */
export const useSetupSteps = (asks: boolean): readonly SetupStep[] | 'waiting' | null => {
  const welcome = useCall(siteCalls.getWelcome, undefined, { enabled: asks })
  const real = { enabled: welcome.data?.demo === false }
  const answers = {
    site: useSite(real.enabled),
    basemap: useCall(siteCalls.getBasemap, undefined, real),
    depts: useCall(accountCalls.listDeptByPid, first, real),
    people: useCall(accountCalls.listUserByDeptId, first, real),
    numbers: useCall(positionCalls.listOnlineStaNumber, undefined, real),
    keys: useCall(deviceCalls.listDeviceKeyAll, undefined, real),
  }
  if (!asks || welcome.isError || welcome.data?.demo || Object.values(answers).some(({ isError }) => isError)) return null
  const [site, basemap, depts] = [answers.site.data, answers.basemap.data, answers.depts.data]
  const [people, numbers, keys] = [answers.people.data, answers.numbers.data, answers.keys.data]
  if (!(site && basemap && depts && people && numbers && keys)) return 'waiting'
  const sum = (of: (row: NonNullable<typeof numbers>[number]) => number): number =>
    numbers.reduce((total, row) => total + of(row), 0)
  return stepsOf({
    siteVersion: site.version,
    features: basemap.features.length,
    depts: paged(depts).total,
    people: paged(people).total,
    devices: sum(({ total }) => total),
    keys: whole(keys).length,
    online: sum(({ online }) => online),
  })
}
