import { carType } from '../devices/car.ts'
import { numberSetting, settings } from '../kernel/setting.ts'

const group = { title: { zh: '人车接近', en: 'Vehicles near people' }, order: 33 } as const
const metres = { zh: '米', en: 'm' } as const

type Kind = (typeof carType.codes)[number]
/** Whoever drives a loader sees little of what is close to it. */
const preset = { car: 15, truck: 15, tanker: 15, loader: 25, forklift: 15, fire: 15 } as const satisfies Record<Kind, number>

const distanceOf = (kind: Kind) =>
  numberSetting(
    { zh: `${carType.name(kind, 'zh')}距离`, en: `${carType.name(kind, 'en')} within` },
    { group, unit: metres, range: [5, 100], preset: preset[kind] },
  )

/** Metres within which a vehicle that closes in on a person raises an alarm, by its kind; a kind that nobody said is a truck. */
export const trafficSettings = settings({
  encounterCar: distanceOf('car'),
  encounterTruck: distanceOf('truck'),
  encounterTanker: distanceOf('tanker'),
  encounterLoader: distanceOf('loader'),
  encounterForklift: distanceOf('forklift'),
  encounterFire: distanceOf('fire'),
  encounterReversing: numberSetting(
    { zh: '倒车时距离', en: 'Reversing within' },
    {
      group,
      unit: metres,
      range: [5, 100],
      preset: 25,
      besides: { zh: '，小于该车型距离时以车型距离为准', en: '; the distance of its kind counts where that is greater' },
    },
  ),
})

/** Which of them holds for a kind of vehicle. */
export const encounterWithin = (kind: Kind) =>
  ({
    car: trafficSettings.encounterCar,
    truck: trafficSettings.encounterTruck,
    tanker: trafficSettings.encounterTanker,
    loader: trafficSettings.encounterLoader,
    forklift: trafficSettings.encounterForklift,
    fire: trafficSettings.encounterFire,
  })[kind]
