import type { LiveObject } from '@vigil/contract/positions/entities.ts'
import { deviceType } from '@vigil/contract/devices/entities.ts'
import type { SearchProvider } from '../../shared/find/search.ts'
import { deviceKey } from '../../shared/moving/position-store.ts'
import { addressOf } from '../../shared/routes/address.ts'
import type { IconName } from '../../shared/ui/icon.tsx'
import { findThings } from './find-things.ts'

const most = 10
export const iconOf: Readonly<Record<LiveObject['deviceType'], IconName>> = { hat: 'helmet', badge: 'badge', car: 'truck' }

/** The address at which the live map shows a thing. */
export const addressOfThing = (object: Pick<LiveObject, 'deviceType' | 'deviceId'>): string =>
  addressOf('trackRealMgmt', { object: deviceKey(object) })

/** What the live directory knows: people, helmets, badges and vehicles. */
export const searchThings: SearchProvider['search'] = async (query, language) =>
  (await findThings(query, most)).map(({ object }) => ({
    key: deviceKey(object),
    icon: iconOf[object.deviceType],
    title: object.userName ?? object.label,
    detail: [object.deptName, object.userName === null ? deviceType.name(object.deviceType, language) : object.label]
      .filter(Boolean)
      .join(' · '),
    address: addressOfThing(object),
  }))
