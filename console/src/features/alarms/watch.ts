import { alarmCondition, handlingStatus, type Alarm } from '@vigil/contract/alarms/entities.ts'
import { isShelved } from '../../shared/live/unhandled.ts'

/** Milliseconds that an alarm handled at another console still says by whom. */
export const farewell = 3_000

/** Handled elsewhere. */
export interface Leaving {
  readonly alarm: Alarm
  /** When it leaves, milliseconds. */
  readonly until: number
}

/** What of the open alarms is news: still to be shown, still to be heard, about to leave. */
export interface Watch {
  /** True once the list of open alarms was met. */
  readonly loaded: boolean
  /** Alarms met so far, with the count at which they were last announced: nothing is announced twice. */
  readonly announced: ReadonlyMap<string, number>
  /** Raised for the first time, and the operator's sight was not asked for yet. */
  readonly fresh: readonly Alarm[]
  readonly unheard: readonly Alarm[]
  readonly leaving: readonly Leaving[]
  /** Those that were put aside when the list was last met. */
  readonly aside: ReadonlySet<string>
}

export const emptyWatch: Watch = { loaded: false, announced: new Map(), fresh: [], unheard: [], leaving: [], aside: new Set() }

const isUnhandled = ({ status }: Alarm): boolean => status === handlingStatus.code.unhandled

/** A repetition is heard, but asks for nobody's sight. */
const announce = (watch: Watch, alarm: Alarm): Watch => ({
  ...watch,
  announced: new Map(watch.announced).set(alarm.id, alarm.count),
  fresh: watch.announced.has(alarm.id) || alarm.quiet ? watch.fresh : [...watch.fresh, alarm],
  unheard: alarm.quiet ? watch.unheard : [...watch.unheard, alarm],
})

/** An alarm was raised, or announced again because its condition came back. */
export const withRaised = (watch: Watch, alarm: Alarm): Watch =>
  alarm.status === handlingStatus.code.handled || isShelved(alarm) || (watch.announced.get(alarm.id) ?? 0) >= alarm.count
    ? watch
    : announce(watch, alarm)

/** It is neither seen nor heard any more, and is news again once it is back. */
const withoutShelved = (watch: Watch, id: string): Watch => {
  const announced = new Map(watch.announced)
  announced.delete(id)
  return { ...without(watch, id), announced }
}

/** It went on, or was given, to the operator of this console: he is called as by a new one. */
export const withCalled = (watch: Watch, alarm: Alarm): Watch => ({
  ...watch,
  announced: new Map(watch.announced).set(alarm.id, alarm.count),
  fresh: [...watch.fresh.filter(({ id }) => id !== alarm.id), alarm],
  unheard: [...watch.unheard.filter(({ id }) => id !== alarm.id), alarm],
})

/** An alarm was handled, returned or counted again; `here` says that this console handled it. */
export const withChanged = (watch: Watch, alarm: Alarm, now: number, here: boolean): Watch => {
  if (isShelved(alarm)) return withoutShelved(watch, alarm.id)
  if (alarm.status === handlingStatus.code.unhandled) return watch
  const unheard = watch.unheard.filter(({ id }) => id !== alarm.id)
  const fresh = watch.fresh.filter(({ id }) => id !== alarm.id)
  const isGone = alarm.status === handlingStatus.code.handled && watch.announced.has(alarm.id)
  if (here || !isGone || watch.leaving.some((one) => one.alarm.id === alarm.id)) return { ...watch, fresh, unheard }
  return { ...watch, fresh, unheard, leaving: [...watch.leaving, { alarm, until: now + farewell }] }
}

/**
 * The list of open alarms as it now stands. Of the first one only unhandled level ones are news; what a later one brings was
 * missed while the link was down and is news like any other.
 */
export const withList = (watch: Watch, open: readonly Alarm[]): Watch => {
  const ids = new Set(open.map(({ id }) => id))
  const kept: Watch = {
    ...watch,
    loaded: true,
    fresh: watch.fresh.filter(({ id }) => ids.has(id)),
    unheard: watch.unheard.filter(({ id }) => ids.has(id)),
    aside: new Set(open.filter(isShelved).map(({ id }) => id)),
  }
  // What was put aside until it was over comes back in silence.
  const isOver = ({ id, condition }: Alarm): boolean => condition === alarmCondition.code.returned && watch.aside.has(id)
  return open
    .filter((alarm) => !watch.announced.has(alarm.id) && !isShelved(alarm))
    .reduce(
      (next, alarm) =>
        isUnhandled(alarm) && !isOver(alarm) && (watch.loaded || alarm.alarmLevel === 1)
          ? announce(next, alarm)
          : { ...next, announced: new Map(next.announced).set(alarm.id, alarm.count) },
      kept,
    )
}

/** Time passed: what has said who handled it leaves. */
export const withClock = (watch: Watch, now: number): Watch =>
  watch.leaving.some(({ until }) => until <= now)
    ? { ...watch, leaving: watch.leaving.filter(({ until }) => until > now) }
    : watch

export const without = (watch: Watch, id: string): Watch => ({
  ...watch,
  fresh: watch.fresh.filter((alarm) => alarm.id !== id),
  unheard: watch.unheard.filter((alarm) => alarm.id !== id),
  leaving: watch.leaving.filter(({ alarm }) => alarm.id !== id),
})

/** Everything has been heard, or was meant not to be. */
export const withHeard = (watch: Watch): Watch => (watch.unheard.length === 0 ? watch : { ...watch, unheard: [] })

/** Sight of everything has been asked for, or was meant not to be. */
export const withSeen = (watch: Watch): Watch => (watch.fresh.length === 0 ? watch : { ...watch, fresh: [] })
