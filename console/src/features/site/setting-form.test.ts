import { field } from '@vigil/contract/kernel/field.ts'
import { numberSetting, setting, settings, units } from '@vigil/contract/kernel/setting.ts'
import { siteSettings } from '@vigil/contract/site/settings.ts'
import { expect, it, vi } from 'vitest'
import { MapPreview } from './map-preview.tsx'
import { RaisedSettings } from './raised-settings.tsx'
import { settingForm } from './setting-form.ts'
import { CenterSetting, DefaultPointSetting, HourInput, SettingInput } from './setting-inputs.tsx'

// The parts of the form fetch a map beforehand, whose library wants a browser that draws.
vi.mock('../../shared/map/maplibre.ts', () => ({}))

const shown = ({ title, fields }: ReturnType<typeof settingForm>[number]) => [
  title.zh,
  ...fields.map((item) => (typeof item === 'string' ? item : 'field' in item ? item.field : item.block)),
]

it('shows every setting of the site in its group', () => {
  expect(settingForm(siteSettings.fields).map(shown)).toEqual([
    ['站点', 'name', 'safeSince'],
    ['地图', CenterSetting, DefaultPointSetting, 'zoom', 'basemapDatum', MapPreview],
    ['阈值', 'personOffline', 'carOffline', 'personStale', 'carStale', 'lowBattery', 'silentMinutes', 'insideDays'],
    [
      '车辆限速',
      'carLimit',
      'truckLimit',
      'tankerLimit',
      'loaderLimit',
      'forkliftLimit',
      'iceOrFog',
      'driveSeconds',
      'driveMetres',
    ],
    ['车辆停车', 'stopSeconds', 'stopMetres', 'noStoppingAreas'],
    [
      '人车接近',
      'encounterCar',
      'encounterTruck',
      'encounterTanker',
      'encounterLoader',
      'encounterForklift',
      'encounterFire',
      'encounterReversing',
      'parkingAreas',
    ],
    [
      '违章处罚',
      'penaltiesOn',
      'penaltyLowPercent',
      'penaltyLowPoints',
      'penaltyHighPercent',
      'penaltyHighPoints',
      'penaltyParkingPoints',
      'penaltyWarnings',
      'penaltyDays',
      'penaltyBarAt',
      'penaltyBarDays',
    ],
    ['报警类型', RaisedSettings],
    ['报警升级', 'dutyRoster', 'escalateLevelOne', 'escalateLevelTwo', 'escalateLevelThree'],
    ['设备故障', 'noFixAfter', 'stuckAfter', 'offlineAlarm', 'lowBatteryAlarm'],
    ['工作时间', 'workFrom', 'workTo'],
    ['访客', 'visitBriefing', 'visitBriefingEn', 'escortDistance'],
    ['通话', 'controlNumber', 'stripG722', 'mediaFirst'],
    ['语音播报', 'broadcastPattern'],
    ['登录', 'lockMinutes', 'sessionsPerAccount'],
    [
      '数据保留',
      'pushPictureMb',
      'positionDays',
      'passDays',
      'visitIdDays',
      'gatePictureDays',
      'alarmDays',
      'callDays',
      'broadcastDays',
      'journalDays',
      'exportDays',
    ],
  ])
})

it('takes in one that nobody but its declaration knows, with the input of its kind', () => {
  const group = { title: { zh: '窑', en: 'Kiln' }, order: 35 }
  const fields = settings({
    kilnHours: numberSetting(
      { zh: '检修间隔', en: 'Looked after every' },
      { group, unit: units.days, range: [1, 90], preset: 30 },
    ),
    kilnShift: setting(field.timeOfDay({ zh: '换班', en: 'Shift' }), { group, preset: '06:00' }),
    kilnNote: setting(field.text({ zh: '说明', en: 'Note' }, 64), { group, preset: '' }),
  })
  expect(settingForm(fields)).toEqual([
    {
      title: group.title,
      fields: [{ field: 'kilnHours', editor: SettingInput }, { field: 'kilnShift', editor: HourInput }, 'kilnNote'],
    },
  ])
})
