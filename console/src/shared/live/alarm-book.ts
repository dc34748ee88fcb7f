import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { alarmCondition, handlingStatus } from '@vigil/contract/alarms/entities.ts'
import type { AlarmLevel } from '@vigil/contract/hazards/entities.ts'
import type { MovingAlarm } from '../moving/moving-source.ts'

/** The worst open alarm of one moving thing: one that goes on before one that has returned. */
export interface ObjectAlarm extends MovingAlarm {
  readonly alarm: Alarm
}

/** Every alarm that is not handled yet, as list and stream together tell it. */
export interface AlarmBook {
  /** True once the list was loaded. */
  readonly loaded: boolean
  /** Level one first, the newest first within a level. */
  readonly open: readonly Alarm[]
  readonly byObject: ReadonlyMap<number, ObjectAlarm>
  /** The worst level among the alarms that go on in each area. */
  readonly byArea: ReadonlyMap<string, AlarmLevel>
  /** Event numbers by alarm, so that a list that was read earlier does not bring back what has changed since. */
  readonly changedAt: ReadonlyMap<string, number>
}

export const emptyBook: AlarmBook = { loaded: false, open: [], byObject: new Map(), byArea: new Map(), changedAt: new Map() }

const isOpen = ({ status }: Alarm): boolean => status !== handlingStatus.code.handled

const urgent = (a: Alarm, b: Alarm): number =>
  a.alarmLevel - b.alarmLevel || (a.findTime < b.findTime ? 1 : a.findTime > b.findTime ? -1 : Number(b.id) - Number(a.id))

/** The lower, the worse; among equals the first in the order of `urgent` counts. */
const rank = ({ level, unhandled, returned }: ObjectAlarm): number => (returned ? 100 : 0) + level * 10 + (unhandled ? 0 : 1)

const levelsByArea = (open: readonly Alarm[]): ReadonlyMap<string, AlarmLevel> => {
  const levels = new Map<string, AlarmLevel>()
  for (const { areaId, alarmLevel, condition, objectId } of open) {
    if (objectId !== null) continue
    const worst = areaId === null ? undefined : levels.get(areaId)
    if (areaId !== null && condition === alarmCondition.code.active && (worst === undefined || alarmLevel < worst))
      levels.set(areaId, alarmLevel)
  }
  return levels
}

const written = (alarms: Iterable<Alarm>, changedAt: ReadonlyMap<string, number>, loaded: boolean): AlarmBook => {
  const open = [...alarms].filter(isOpen).sort(urgent)
  const byObject = new Map<number, ObjectAlarm>()
  for (const alarm of open) {
    if (alarm.objectId === null) continue
    const seen: ObjectAlarm = {
      level: alarm.alarmLevel,
      unhandled: alarm.status === handlingStatus.code.unhandled,
      returned: alarm.condition === alarmCondition.code.returned,
      areaId: alarm.areaId,
      alarm,
    }
    const worst = byObject.get(alarm.objectId)
    if (!worst || rank(seen) < rank(worst)) byObject.set(alarm.objectId, seen)
  }
  return { loaded, open, byObject, byArea: levelsByArea(open), changedAt }
}

/** The book after the list of live alarms that was read when the stream stood at `seq`. */
export const withList = (book: AlarmBook, list: readonly Alarm[], seq: number): AlarmBook => {
  const newer = [...book.changedAt].filter(([, at]) => at > seq)
  const newerIds = new Set(newer.map(([id]) => id))
  return written(
    [...list.filter(({ id }) => !newerIds.has(id)), ...book.open.filter(({ id }) => newerIds.has(id))],
    new Map(newer),
    true,
  )
}

/** The book after an alarm was raised or changed by event `seq`; an older version than the known one changes nothing. */
export const withAlarm = (book: AlarmBook, alarm: Alarm, seq: number): AlarmBook => {
  const known = book.open.find(({ id }) => id === alarm.id)
  if ((known && known.version > alarm.version) || (book.changedAt.get(alarm.id) ?? 0) >= seq) return book
  const changedAt = new Map(book.changedAt).set(alarm.id, seq)
  return written([...book.open.filter(({ id }) => id !== alarm.id), alarm], changedAt, book.loaded)
}
