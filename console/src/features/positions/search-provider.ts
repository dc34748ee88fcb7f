import type { LiveObject } from '@vigil/contract/positions/entities.ts'
import { deviceType } from '@vigil/contract/devices/entities.ts'
import type { SearchProvider } from '../../shared/find/search.ts'
import { deviceKey } from '../../shared/moving/position-store.ts'
import { nameOfThing } from '../../shared/moving/thing-name.ts'
import { addressOf } from '../../shared/routes/address.ts'
import type { IconName } from '../../shared/ui/icon.tsx'
import { findThings } from './find-things.ts'

const most = 10
export const iconOf: Readonly<Record<LiveObject['deviceType'], IconName>> = { hat: 'helmet', badge: 'badge', car: 'truck' }

/** The address at which the live map shows a thing. */
export const addressOfThing = (object: Pick<LiveObject, 'deviceType' | 'deviceId'>): string =>
  addressOf('trackRealMgmt', { object: deviceKey(object) })

/** By what it is known beside its name: who drives a vehicle, what somebody wears; null where there is nothing. */
const besideOf = ({ deviceType: type, userName, label }: LiveObject): string | null =>
  userName === null || type === deviceType.code.car ? userName : label

/** What the live directory knows: people, helmets, badges and vehicles. */
export const searchThings: SearchProvider['search'] = async (query, language) =>
  (await findThings(query, most)).map(({ object }) => ({
    key: deviceKey(object),
    icon: iconOf[object.deviceType],
    title: nameOfThing(object),
    detail: [object.deptName, besideOf(object) ?? deviceType.name(object.deviceType, language)].filter(Boolean).join(' · '),
    address: addressOfThing(object),
  }))
