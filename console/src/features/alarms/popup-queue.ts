import { alarmCondition, handlingStatus, type Alarm } from '@vigil/contract/alarms/entities.ts'
import { isCryForHelp } from '../../shared/live/unhandled.ts'

/** Milliseconds that a pop-up handled at another console still says by whom. */
export const farewell = 3_000

export interface Popup {
  readonly alarm: Alarm
  /** How far the alarm was handled when it popped up; it leaves when somebody takes it further. */
  readonly from: Alarm['status']
  readonly minimised: boolean
  /** Handled elsewhere: when it leaves, milliseconds; null while it stands. */
  readonly leavesAt: number | null
}

/** Which alarms stand as pop-ups, and which of them are still to be heard. The most urgent first. */
export interface PopupQueue {
  /** True once the list of open alarms was met. */
  readonly loaded: boolean
  /** Alarms met so far, with the count at which they were last announced: nothing is announced twice. */
  readonly announced: ReadonlyMap<string, number>
  readonly popups: readonly Popup[]
  readonly unheard: readonly Alarm[]
}

export const emptyQueue: PopupQueue = { loaded: false, announced: new Map(), popups: [], unheard: [] }

const unhandled = ({ status }: Alarm): boolean => status === handlingStatus.code.unhandled

const waits = ({ condition }: Alarm): number => Number(condition === alarmCondition.code.returned)

/** Below zero when somebody has to look at `a` before `b` whenever they came: by level, within it a cry for help first. */
const graver = (a: Alarm, b: Alarm): number => a.alarmLevel - b.alarmLevel || Number(isCryForHelp(b)) - Number(isCryForHelp(a))

/** The graver first, then what goes on before what has returned, then the newest. */
export const byUrgency = (a: Alarm, b: Alarm): number =>
  graver(a, b) ||
  waits(a) - waits(b) ||
  (a.lastTime < b.lastTime ? 1 : a.lastTime > b.lastTime ? -1 : Number(b.id) - Number(a.id))

const sorted = (popups: readonly Popup[]): readonly Popup[] => [...popups].sort((a, b) => byUrgency(a.alarm, b.alarm))

/** Puts an alarm up. What is more urgent comes back from its corner, so that nothing lesser ever stands alone before it. */
const popped = (popups: readonly Popup[], alarm: Alarm): readonly Popup[] =>
  sorted([
    ...popups
      .filter((popup) => popup.alarm.id !== alarm.id)
      .map((popup) => (graver(popup.alarm, alarm) < 0 ? { ...popup, minimised: false } : popup)),
    { alarm, from: alarm.status, minimised: false, leavesAt: null },
  ])

const announce = (queue: PopupQueue, alarm: Alarm): PopupQueue => ({
  ...queue,
  announced: new Map(queue.announced).set(alarm.id, alarm.count),
  popups: popped(queue.popups, alarm),
  unheard: alarm.quiet ? queue.unheard : [...queue.unheard, alarm],
})

const refreshed = (queue: PopupQueue, alarm: Alarm): PopupQueue => ({
  ...queue,
  popups: sorted(
    queue.popups.map((popup) =>
      popup.alarm.id === alarm.id && popup.alarm.version <= alarm.version ? { ...popup, alarm } : popup,
    ),
  ),
})

/** An alarm was raised, or announced again because its condition came back. */
export const withRaised = (queue: PopupQueue, alarm: Alarm): PopupQueue => {
  if (alarm.status === handlingStatus.code.handled) return queue
  return (queue.announced.get(alarm.id) ?? 0) >= alarm.count ? refreshed(queue, alarm) : announce(queue, alarm)
}

/** An alarm was handled, returned or counted again; `here` says that this console handled it. */
export const withChanged = (queue: PopupQueue, alarm: Alarm, now: number, here: boolean): PopupQueue => {
  const popup = queue.popups.find((known) => known.alarm.id === alarm.id)
  if (!popup || popup.leavesAt !== null) return queue
  if (alarm.status <= popup.from) return refreshed(queue, alarm)
  if (here || popup.minimised) return without(queue, alarm.id)
  return {
    ...queue,
    popups: queue.popups.map((known) => (known === popup ? { ...popup, alarm, leavesAt: now + farewell } : known)),
    unheard: queue.unheard.filter(({ id }) => id !== alarm.id),
  }
}

/**
 * The list of open alarms as it now stands. On the first one only unhandled level ones pop up; what a later one brings was
 * missed while the link was down and pops up like any other.
 */
export const withList = (queue: PopupQueue, open: readonly Alarm[]): PopupQueue => {
  const byId = new Map(open.map((alarm) => [alarm.id, alarm]))
  const popups = queue.popups.flatMap((popup): readonly Popup[] => {
    if (popup.leavesAt !== null) return [popup]
    const alarm = byId.get(popup.alarm.id)
    if (!alarm || alarm.status > popup.from) return []
    return [alarm.version > popup.alarm.version ? { ...popup, alarm } : popup]
  })
  const kept: PopupQueue = {
    loaded: true,
    announced: queue.announced,
    popups: sorted(popups),
    unheard: queue.unheard.filter(({ id }) => byId.has(id)),
  }
  return open
    .filter(({ id }) => !queue.announced.has(id))
    .reduce(
      (next, alarm) =>
        unhandled(alarm) && (queue.loaded || alarm.alarmLevel === 1)
          ? announce(next, alarm)
          : { ...next, announced: new Map(next.announced).set(alarm.id, alarm.count) },
      kept,
    )
}

/** Time passed: pop-ups that have said who handled them leave. */
export const withClock = (queue: PopupQueue, now: number): PopupQueue =>
  queue.popups.some(({ leavesAt }) => leavesAt !== null && leavesAt <= now)
    ? { ...queue, popups: queue.popups.filter(({ leavesAt }) => leavesAt === null || leavesAt > now) }
    : queue

export const without = (queue: PopupQueue, id: string): PopupQueue => ({
  ...queue,
  popups: queue.popups.filter(({ alarm }) => alarm.id !== id),
  unheard: queue.unheard.filter((alarm) => alarm.id !== id),
})

/** Everything has been heard, or was meant not to be. */
export const withHeard = (queue: PopupQueue): PopupQueue => (queue.unheard.length === 0 ? queue : { ...queue, unheard: [] })

/** All pop-ups go to their corner; the alarms stay as they are. */
export const minimised = (queue: PopupQueue): PopupQueue => ({
  ...queue,
  popups: queue.popups.filter(({ leavesAt }) => leavesAt === null).map((popup) => ({ ...popup, minimised: true })),
})

export const restored = (queue: PopupQueue): PopupQueue => ({
  ...queue,
  popups: queue.popups.map((popup) => ({ ...popup, minimised: false })),
})

/** Pop-ups that may stand one below the other; the others are counted. */
const mostShown = 4

export interface Arranged {
  /** The first is shown whole. */
  readonly shown: readonly Popup[]
  /** Unhandled alarms that are not among them. */
  readonly others: readonly Alarm[]
}

/**
 * What stands on the screen. `heldId` is the pop-up under the operator's hand: it keeps its place for as long as nothing more
 * urgent comes, so that no button changes its alarm under a click.
 */
export const arrange = ({ popups }: PopupQueue, open: readonly Alarm[], heldId: string | null): Arranged => {
  const standing = popups.filter((popup) => !popup.minimised)
  const held = standing.find(({ alarm }) => alarm.id === heldId)
  const [top] = standing
  const first = held && top && graver(held.alarm, top.alarm) <= 0 ? held : top
  const ordered = first ? [first, ...standing.filter((popup) => popup !== first)] : []
  const shown = ordered.slice(0, mostShown)
  const ids = new Set(shown.map(({ alarm }) => alarm.id))
  return { shown, others: open.filter((alarm) => unhandled(alarm) && !ids.has(alarm.id)).sort(byUrgency) }
}
