import type { z } from 'zod'
import { alarmSettings } from '../alarms/settings.ts'
import { attendanceSettings } from '../attendance/settings.ts'
import { deviceSettings } from '../devices/settings.ts'
import { fileSettings } from '../files/settings.ts'
import { journalSettings } from '../journal/settings.ts'
import { noun } from '../kernel/noun.ts'
import type { Settings } from '../kernel/setting.ts'
import { positionSettings } from '../positions/settings.ts'
import { sessionSettings } from '../session/settings.ts'
import { ownSettings } from './own-settings.ts'

/** What may be chosen, by the domains that go by it; within a part of the form it stands in this order. */
const declared = {
  ...ownSettings,
  ...deviceSettings,
  ...attendanceSettings,
  ...sessionSettings,
  ...positionSettings,
  ...alarmSettings,
  ...journalSettings,
  ...fileSettings,
}

const inOrder = <S extends Settings>(all: S): S =>
  Object.fromEntries(Object.entries(all).toSorted(([, one], [, other]) => one.group.order - other.group.order)) as S

/** One record with all settings as its fields. */
export const settingsRecord = <const S extends Settings & Readonly<Record<'name', unknown>>>(all: S) =>
  noun({
    name: 'site',
    word: { zh: '站点', en: 'site' },
    words: { zh: '站点', en: 'sites' },
    route: 'siteMgmt',
    fields: inOrder(all),
    title: 'name',
    key: 'name',
    search: [],
    imports: false,
  })

/** What holds for the whole site. */
export const siteSettings = settingsRecord(declared)
export type Site = z.output<(typeof siteSettings)['record']>
