import { raisedNames, raisedWhere } from '@vigil/contract/alarms/raised-settings.ts'
import { alarmSettings } from '@vigil/contract/alarms/settings.ts'
import { suppressReason, type Unwanted } from '@vigil/contract/alarms/entities.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { NewAlarm } from './raised.store.ts'

/** Whether a place is within one of some hazard areas; null where one of them is gone: nobody knows what was meant by it. */
export type WithinAreas = (areaIds: readonly string[], lng: number, lat: number) => boolean | null

/** Whether the site says by an area where it wants to be alarmed of something. */
export const isChosenBySite = ({ settings }: Pick<Kernel, 'settings'>, areaId: string): boolean =>
  [...raisedNames.values()].some(
    ({ where, areas }) =>
      settings.get(alarmSettings[where]) === raisedWhere.code.areas && settings.get(alarmSettings[areas]).includes(areaId),
  )

type Raised = Pick<NewAlarm, 'alarmType' | 'areaId' | 'lng' | 'lat'>

/** Why the site does not want to be alarmed of it; null where it does. What nobody knows where it is counts as in every area. */
export const unwanted = (
  { settings }: Pick<Kernel, 'settings'>,
  within: WithinAreas,
  { alarmType, areaId, lng, lat }: Raised,
): Unwanted | null => {
  const names = raisedNames.get(alarmType)
  if (!names) return null
  const where = settings.get(alarmSettings[names.where])
  if (where === raisedWhere.code.nowhere) return suppressReason.code.typeOff
  if (where !== raisedWhere.code.areas) return null
  const areas = settings.get(alarmSettings[names.areas])
  if (areas.length === 0 || lng === null || lat === null || (areaId !== null && areas.includes(areaId))) return null
  return within(areas, lng, lat) === false ? suppressReason.code.otherArea : null
}

/** Whether some type is raised in chosen areas alone: what goes on elsewhere may come inside. */
export const raisesByArea = ({ settings }: Pick<Kernel, 'settings'>): boolean =>
  [...raisedNames.values()].some(({ where }) => settings.get(alarmSettings[where]) === raisedWhere.code.areas)
