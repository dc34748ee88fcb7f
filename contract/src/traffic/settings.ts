import { carType } from '../devices/car.ts'
import { enabledFlag } from '../kernel/enabled.ts'
import { field } from '../kernel/field.ts'
import { numberSetting, setting, settings, units } from '../kernel/setting.ts'
import { settingGroups } from '../menu/setting-groups.ts'

const group = { title: { zh: '车辆限速', en: 'Speed limits' }, order: 31 } as const
const stops = { title: { zh: '车辆停车', en: 'Vehicle stops' }, order: 32 } as const
const encounters = { title: { zh: '人车接近', en: 'Vehicles near people' }, order: 33 } as const
const unit = { zh: 'km/h', en: 'km/h' }
const metres = { zh: '米', en: 'm' }

const limitOf = (zh: string, en: string, preset: number) =>
  numberSetting(
    { zh, en },
    { group, unit, range: [5, 120], preset, besides: { zh: '；不高于测速点的限速', en: '; never above the camera’s own limit' } },
  )

type Kind = (typeof carType.codes)[number]
/** Whoever drives a loader sees little of what is close to it. */
const preset = { car: 15, truck: 15, tanker: 15, loader: 25, forklift: 15, fire: 15 } as const satisfies Record<Kind, number>

const distanceOf = (kind: Kind) =>
  numberSetting(
    { zh: `${carType.name(kind, 'zh')}距离`, en: `${carType.name(kind, 'en')} within` },
    { group: encounters, unit: metres, range: [5, 100], preset: preset[kind] },
  )

/** How fast vehicles may drive, as GB 4387 has it unless the site chooses. What is the lowest of these and the place's own limit counts. */
export const trafficSettings = settings({
  carLimit: limitOf('小车', 'Cars', 30),
  truckLimit: limitOf('货车', 'Trucks', 30),
  tankerLimit: limitOf('罐车', 'Tankers', 20),
  loaderLimit: limitOf('装载机', 'Loaders', 15),
  forkliftLimit: limitOf('叉车', 'Forklifts', 10),
  iceOrFog: setting(
    field.switch({ zh: '冰雪或大雾：全厂限速 10 km/h', en: 'Ice or fog: 10 km/h everywhere' }, enabledFlag, false, {
      hint: {
        zh: '能见度低于 30 米或路面结冰时启用；消防车任何时候都不限速',
        en: 'For visibility under 30 m or icy roads; fire engines have no limit at any time',
      },
    }),
    { group, preset: false },
  ),
  /** What two cameras see of one vehicle within both is one drive, and one speeding record. */
  driveSeconds: numberSetting(
    { zh: '同一次超速：相隔不超过', en: 'One speeding record: at most this apart' },
    { group, unit: units.seconds, range: [5, 600], preset: 60 },
  ),
  driveMetres: numberSetting(
    { zh: '同一次超速：两测速点相距不超过', en: 'One speeding record: cameras at most' },
    { group, unit: metres, range: [10, 5_000], preset: 500 },
  ),
  stopSeconds: numberSetting(
    { zh: '停车记录：停留至少', en: 'A stop lasts at least' },
    { group: stops, unit: units.seconds, range: [60, 3_600], preset: 180 },
  ),
  stopMetres: numberSetting(
    { zh: '停车记录：移动小于', en: 'A stop is within' },
    { group: stops, unit: metres, range: [20, 1_000], preset: 200 },
  ),
  noStoppingAreas: setting(
    field.ids({ zh: '禁停区域', en: 'No stopping in' }, 'hazardArea', 100, {
      hint: {
        zh: '在这些区域内停车记为违停，待处理；其他停车只留记录',
        en: 'A stop within one of these is forbidden and waits to be handled; any other is only kept',
      },
    }),
    { group: stops, preset: [] },
  ),
  /** Metres within which a vehicle that closes in on a person raises an alarm, by its kind; a kind that nobody said is a truck. */
  encounterCar: distanceOf('car'),
  encounterTruck: distanceOf('truck'),
  encounterTanker: distanceOf('tanker'),
  encounterLoader: distanceOf('loader'),
  encounterForklift: distanceOf('forklift'),
  encounterFire: distanceOf('fire'),
  encounterReversing: numberSetting(
    { zh: '倒车时距离', en: 'Reversing within' },
    {
      group: encounters,
      unit: metres,
      range: [5, 100],
      preset: 25,
      besides: { zh: '，小于该车型距离时以车型距离为准', en: '; the distance of its kind counts where that is greater' },
    },
  ),
  parkingAreas: setting(
    field.ids({ zh: '停车场', en: 'Parking areas' }, 'hazardArea', 100, {
      hint: {
        zh: '在这些区域内的车辆接近行人不报警：司机上下车、装卸时总有人在旁边',
        en: 'A vehicle within one of these raises no alarm: where people get in and out somebody is always near',
      },
    }),
    { group: encounters, preset: [] },
  ),
  passDays: numberSetting(
    { zh: '过车记录和图片保留', en: 'Keep vehicle passes and their pictures for' },
    {
      group: settingGroups.keeping,
      unit: units.days,
      range: [7, 3_650],
      preset: 180,
      besides: { zh: '；未处理的超速记录不删', en: '; speeding that is not handled stays' },
    },
  ),
})

/** Within how many metres of somebody a kind of vehicle raises an alarm. */
export const encounterWithin = (kind: Kind) =>
  ({
    car: trafficSettings.encounterCar,
    truck: trafficSettings.encounterTruck,
    tanker: trafficSettings.encounterTanker,
    loader: trafficSettings.encounterLoader,
    forklift: trafficSettings.encounterForklift,
    fire: trafficSettings.encounterFire,
  })[kind]
