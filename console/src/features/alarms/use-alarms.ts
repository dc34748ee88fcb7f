import { isShownAlarms, type Alarm } from '@vigil/contract/alarms/entities.ts'
import type { Point } from '@vigil/contract/hazards/entities.ts'
import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useOpenAlarms } from '../../shared/live/alarms.ts'
import { thingAt, usePositionsPulse, useServerNow, type LiveThing } from '../../shared/live/hooks.ts'
import { positions } from '../../shared/live/live.ts'
import { countUnhandled, countWaiting, isShelved, type Unhandled } from '../../shared/live/unhandled.ts'
import { ringsOf, useAreaName, useHazardAreas, usePlaceName } from '../../shared/map/map-data.ts'
import { addressOf } from '../../shared/routes/address.ts'
import { useOwnDepts } from '../../shared/session/scope.ts'
import { useCan, useUser } from '../../shared/session/session.ts'
import { fromSiteTime } from '../../shared/time/site-clock.ts'
import { isOpen, type Place } from './column-state.ts'
import { placeOf, withAreaNamed } from './describe.ts'
import { areaThere, isElsewhere } from './near.ts'
import { useWatching } from './watching.ts'

/** Whether the signed-in user is shown alarms at all. */
export const useIsShown = (): boolean => {
  const user = useUser()
  return user !== null && isShownAlarms(user.workNum)
}

export const useUnhandled = (): Unhandled => countUnhandled(useOpenAlarms(({ open }) => open))

/** The open alarms that are to be seen and heard, and those that were put aside. */
export const useStanding = (): { readonly open: readonly Alarm[]; readonly shelved: readonly Alarm[] } => {
  const all = useOpenAlarms(({ open }) => open)
  return useMemo(() => ({ open: all.filter((alarm) => !isShelved(alarm)), shelved: all.filter(isShelved) }), [all])
}

const homePath = '/home'
const mapPath = addressOf('trackRealMgmt')
const cockpitPath = addressOf('alarmCockpit')
/** Whether the live map is the present screen. */
export const useIsOnMap = (): boolean => useLocation().pathname === mapPath

export const usePlace = (): Place => {
  const { pathname } = useLocation()
  return pathname === mapPath || pathname === homePath ? 'watching' : pathname === cockpitPath ? 'handling' : 'working'
}

/** The alarm whose own screen is the present one, where it is confirmed; null on all others. */
export const useAlarmHere = (): string | null => {
  const { pathname, search } = useLocation()
  return pathname === cockpitPath ? new URLSearchParams(search).get('id') : null
}

/** Whether the column stands open at the present screen. */
export const useIsOpen = (): boolean => {
  const place = usePlace()
  const ownId = useUser()?.id
  const waiting = useOpenAlarms(({ open }) => countWaiting(open, ownId))
  return useWatching(({ column }) => isOpen(column, place, waiting))
}

/** Milliseconds between two looks at battery and place. */
const devicePace = 2_000

/** What an alarm is about, as it stands now; null where it is nothing that moves. */
export const useDevice = ({ objectId }: Alarm): LiveThing | null => {
  usePositionsPulse(devicePace)
  const slot = objectId === null ? undefined : positions.slotOf(objectId)
  return slot === undefined ? null : thingAt(slot)
}

/** Says where something is, as `placeOf` does; areas are asked only for who may see them, the plan is for everybody. */
export const usePlaceIn = (): ((place: Parameters<typeof placeOf>[0]) => string) => {
  const { language } = useLanguage()
  const [map, open, past] = [useCan('trackRealMgmt'), useCan('alarmRealMgmt'), useCan('alarmHisMgmt')]
  const { areas } = useHazardAreas(map || open || past)
  const near = usePlaceName(areas)
  return (place) => placeOf(place, language, near)
}

/** Says where an alarm was raised, with the area's name in the reader's language. */
export const usePlaceOf = (): ((alarm: Alarm) => string) => {
  const placeIn = usePlaceIn()
  const nameOf = useAreaName()
  return (alarm) => placeIn(withAreaNamed(alarm, nameOf))
}

interface AreaNow {
  readonly id: string
  readonly name: string
}
/** Where something is by now, as far as the reader knows it. */
interface WhereNow {
  /** As the reader calls it; null outside of all, undefined where nobody here knows. */
  readonly area: AreaNow | null | undefined
  /** It is in another area than where it was raised. */
  readonly isElsewhere: boolean
}
const unknown: WhereNow = { area: undefined, isElsewhere: false }

export const useWhereNow = (alarm: Alarm, thing: LiveThing | null): WhereNow => {
  const seesMap = useCan('trackRealMgmt')
  const seesAll = useOwnDepts() === null
  const { query, areas } = useHazardAreas(seesMap)
  const nameOf = useAreaName()
  const place = thing?.sighting
  if (!seesMap || !query.isSuccess || !place) return unknown
  const known = { rings: ringsOf(areas), all: seesAll }
  const now: Point = [place.lng, place.lat]
  const id = areaThere(known, now)
  if (id === undefined) return unknown
  const area = areas.find((one) => one.id === id)
  return { area: area ? { id: area.id, name: nameOf(area) } : null, isElsewhere: isElsewhere(known, alarm, now) }
}

/** Where an alarm is, in words. */
interface PlaceSaid {
  /** Where what it is about is now, or where it was raised where nobody here knows. */
  readonly present: string
  /** Where it was raised, if that is elsewhere. */
  readonly before: string | null
  /** The first is where it is now. */
  readonly isNow: boolean
}
export const usePlaceSaid = (alarm: Alarm, thing: LiveThing | null): PlaceSaid => {
  const [placeOf, placeIn] = [usePlaceOf(), usePlaceIn()]
  const { area, isElsewhere: moved } = useWhereNow(alarm, thing)
  const raised = placeOf(alarm)
  if (area === undefined) return { present: raised, before: null, isNow: false }
  const { floor = null, lng = null, lat = null } = thing?.sighting ?? {}
  const present = placeIn({ areaName: area && area.name, floor, lng, lat })
  return { present, before: moved && present !== raised ? raised : null, isNow: true }
}

/** Milliseconds since an alarm was found, by the server's clock, running. */
export const useAge = ({ findTime }: Alarm): number => useServerNow() - fromSiteTime(findTime)
