import { alarmTypes } from '@vigil/contract/alarms/types.ts'
import type { AlarmIntent } from '../alarms/index.ts'
import type { Device } from '../devices/index.ts'
import { alarmFieldsOf } from '../positions/index.ts'
import type { Encounter, Raised } from './rules.ts'

const kind = alarmTypes.encounter

const conditionKey = ({ vehicle, person }: Pick<Encounter, 'vehicle' | 'person'>): string =>
  `${kind.code}/vehicle/${vehicle}/${person}`

/** Who is in it: the person by what he wears, and the vehicle. */
export interface Met extends Raised {
  readonly wearer: Device
  readonly car: Device
}

/** It comes from whoever is in danger, where he is. */
export const raised = ({ person, vehicle, distance, wearer, car }: Met, now: Date): AlarmIntent => ({
  kind: 'raise',
  alarm: {
    conditionKey: conditionKey({ vehicle: vehicle.device, person: person.who }),
    ...alarmFieldsOf(wearer),
    plateNumber: car.label,
    alarmType: kind.code,
    alarmLevel: kind.level,
    alarmName: kind.zh,
    facts: {
      device: wearer.label,
      ...(wearer.personName === null ? {} : { person: wearer.personName }),
      vehicle: car.label,
      how: vehicle.isReversing ? 'reversing' : 'closing',
      distance: Math.round(distance),
    },
    findTime: now,
    startTime: now,
    areaId: null,
    areaName: null,
    ruleId: null,
    lng: person.lng,
    lat: person.lat,
    floor: person.floor,
    quiet: false,
    deviceTime: null,
  },
})

export const returned = (encounter: Encounter, now: number): AlarmIntent => ({
  kind: 'return',
  conditionKey: conditionKey(encounter),
  end: new Date(encounter.apart ?? now),
})
