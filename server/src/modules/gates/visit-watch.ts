import { alarmTypes } from '@vigil/contract/alarms/types.ts'
import { gateSettings } from '@vigil/contract/gates/settings.ts'
import { metresBetween } from '@vigil/contract/kernel/earth.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { AlarmDoor, NewAlarm } from '../alarms/index.ts'
import type { FenceWatch } from '../hazards/index.ts'
import { isWithoutEscort } from './rules.ts'
import { conditionsOf } from './visit-records.ts'
import type { Visits } from './visits.ts'
import type { Followed, VisitStore } from './visits.store.ts'

const minute = 60_000
type Type = 'visitorOverstay' | 'visitorOutOfArea' | 'visitorUnescorted'
interface Of {
  readonly id: string
  readonly visitorName: string
  readonly deptId: string | null
  readonly deptName: string | null
}
type More = Pick<NewAlarm, 'facts'> & Partial<Pick<NewAlarm, 'areaId' | 'areaName' | 'lng' | 'lat' | 'floor'>>

const alarmOf = (type: Type, conditionKey: string, of: Of, at: Date, more: More): NewAlarm => {
  const { code, level, zh } = alarmTypes[type]
  return {
    conditionKey,
    source: { kind: 'visitor', id: of.id, label: of.visitorName },
    device: null,
    alarmType: code,
    alarmLevel: level,
    alarmName: zh,
    findTime: at,
    startTime: at,
    areaId: null,
    areaName: null,
    ruleId: null,
    deptId: of.deptId,
    deptName: of.deptName,
    userName: of.visitorName,
    plateNumber: '',
    lng: null,
    lat: null,
    floor: null,
    quiet: false,
    deviceTime: null,
    ...more,
  }
}

/** What is looked after again and again of visitors who are inside: their time, where they are, who is with them. */
export const createVisitWatch = (
  kernel: Kernel,
  visits: Visits,
  store: VisitStore,
  alarms: Pick<AlarmDoor, 'apply'>,
  areas: Pick<FenceWatch, 'areaAt'>,
) => {
  const { clock } = kernel

  /** One of whom it fails holds up no other. */
  const alone = async (visit: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      kernel.log.error({ err: error, visit }, 'a visitor could not be looked after, and is the next time')
    }
  }

  const overstayed = (id: string): Promise<void> =>
    visits.overstay(id, async (trx, row, after) => {
      const facts = { visitor: row.visitorName, until: row.planOut ?? '', host: row.hostName }
      const alarm = alarmOf('visitorOverstay', conditionsOf(id).overstay, row, new Date(clock.now()), { facts })
      const told = await alarms.apply(trx, [{ kind: 'raise', alarm }])
      after(() => kernel.live.publish(told))
    })

  /** Where a visitor is that he may not be, and how far from his escort; what is not known stays as it was. */
  const judged = (one: Followed) => {
    const { lng, lat, escortName, escortLng, escortLat } = one
    if (lng === null || lat === null) return null
    const area = areas.areaAt(lng, lat)
    const strayed = area && !one.allowedAreaIds.includes(area.id) ? area : null
    const apart =
      escortName === null || escortLng === null || escortLat === null ? null : metresBetween([lng, lat], [escortLng, escortLat])
    const limit = kernel.settings.get(gateSettings.escortDistance)
    const now = clock.now()
    const locatedAt = one.escortAt.getTime()
    const isUnescorted = escortName !== null && isWithoutEscort({ now, apart, limit, locatedAt, wasUnescorted: one.isUnescorted })
    const away: Readonly<Record<string, number>> =
      apart === null ? { minutes: Math.floor((now - locatedAt) / minute) } : { distance: Math.round(apart), limit }
    return { strayed, isUnescorted, away }
  }

  const follow = async (one: Followed): Promise<void> => {
    const found = judged(one)
    if (!found) return
    const { strayed, isUnescorted, away } = found
    const { id, lng, lat, floor } = one
    if ((strayed?.id ?? null) === one.strayedArea && isUnescorted === one.isUnescorted) return
    const at = new Date(clock.now())
    const keys = conditionsOf(id)
    const hasStrayedAnew = strayed !== null && strayed.id !== one.strayedArea
    const areaAlarm =
      strayed &&
      alarmOf('visitorOutOfArea', keys.area(strayed.id), one, at, {
        facts: { visitor: one.visitorName, area: strayed.name, host: one.hostName },
        areaId: strayed.id,
        areaName: strayed.name,
        lng,
        lat,
        floor,
      })
    const escortAlarm = alarmOf('visitorUnescorted', keys.escort, one, at, {
      facts: { visitor: one.visitorName, escort: one.escortName ?? '', ...away },
      lng,
      lat,
      floor,
    })
    await kernel.transaction(async (trx, after) => {
      if (!(await store.noteAlarms(trx, one, { strayedArea: strayed?.id ?? null, isUnescorted }))) return
      const told = await alarms.apply(trx, [
        // From one area straight into another: the first is over.
        ...(one.strayedArea !== null && (strayed === null || hasStrayedAnew)
          ? [{ kind: 'return' as const, conditionKey: keys.area(one.strayedArea), end: at }]
          : []),
        ...(areaAlarm && hasStrayedAnew ? [{ kind: 'raise' as const, alarm: areaAlarm }] : []),
        ...(isUnescorted && !one.isUnescorted ? [{ kind: 'raise' as const, alarm: escortAlarm }] : []),
        ...(!isUnescorted && one.isUnescorted ? [{ kind: 'return' as const, conditionKey: keys.escort, end: at }] : []),
      ])
      after(() => kernel.live.publish(told))
    })
  }

  return {
    watch: async (): Promise<void> => {
      for (const id of await store.late(new Date(clock.now()))) await alone(id, () => overstayed(id))
      for (const one of await store.followed(new Date(clock.now()))) await alone(one.id, () => follow(one))
    },
  }
}
