import { enabledFlag } from '../kernel/enabled.ts'
import { field } from '../kernel/field.ts'
import { numberSetting, setting, settings, units } from '../kernel/setting.ts'

const group = { title: { zh: '违章处罚', en: 'Penalties' }, order: 34 } as const
const points = { zh: '分', en: 'points' }
const over = { group, unit: units.percent } as const

/** What follows from a record that somebody confirmed. What was decided by them stays so when they are changed. */
export const penaltySettings = settings({
  penaltiesOn: setting(
    field.switch({ zh: '违章处罚', en: 'Penalties' }, enabledFlag, false, {
      hint: {
        zh: '启用后，每条确认关闭的超速或违停记录引起一次警告或记分，满分列入黑名单',
        en: 'Each speeding record or illegal stop that is confirmed then leads to a warning or to points, and enough of these bar the vehicle',
      },
    }),
    { group, preset: false },
  ),
  penaltyLowPercent: numberSetting(
    { zh: '超速记分：超过限速', en: 'Speeding brings points from over the limit by' },
    { ...over, range: [0, 500], preset: 20, besides: { zh: '；不足的只警告', en: '; less is a warning only' } },
  ),
  penaltyLowPoints: numberSetting(
    { zh: '超速记分', en: 'Points for speeding' },
    { group, unit: points, range: [0, 100], preset: 3 },
  ),
  penaltyHighPercent: numberSetting(
    { zh: '严重超速：超过限速', en: 'Serious speeding is over the limit by' },
    { ...over, range: [0, 500], preset: 50 },
  ),
  penaltyHighPoints: numberSetting(
    { zh: '严重超速记分', en: 'Points for serious speeding' },
    { group, unit: points, range: [0, 100], preset: 6 },
  ),
  penaltyParkingPoints: numberSetting(
    { zh: '违停记分', en: 'Points for an illegal stop' },
    { group, unit: points, range: [0, 100], preset: 2 },
  ),
  penaltyWarnings: numberSetting(
    { zh: '记分前先警告', en: 'Warnings before points' },
    { group, unit: { zh: '次', en: 'times' }, range: [0, 10], preset: 1 },
  ),
  penaltyDays: numberSetting(
    { zh: '警告和记分有效', en: 'Warnings and points count for' },
    { group, unit: units.days, range: [1, 1_095], preset: 180, besides: { zh: '，自违章之时起', en: ', from the offence' } },
  ),
  penaltyBarAt: numberSetting(
    { zh: '列入黑名单：记分满', en: 'A vehicle is barred at' },
    { group, unit: points, range: [1, 1_000], preset: 12 },
  ),
  penaltyBarDays: numberSetting(
    { zh: '黑名单期限', en: 'It is barred for' },
    {
      group,
      unit: units.days,
      range: [0, 1_095],
      preset: 30,
      besides: { zh: '；0 为直到解除', en: '; 0 until somebody lifts it' },
    },
  ),
})
