import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { create } from 'zustand'
import { openAlarms, useAlarmFlood, useOpenAlarms } from '../../shared/live/alarms.ts'
import { countUnhandled, countWaiting, isShelved } from '../../shared/live/unhandled.ts'
import { onLiveEvent } from '../../shared/live/live.ts'
import { setMenuBadge } from '../../shared/menu-badges/menu-badges.ts'
import { session } from '../../shared/session/session.ts'
import { sound } from '../../shared/sound/sound.ts'
import { storedJson } from '../../shared/storage.ts'
import { called, folded, isColumnState, settled, unfolded, untouched, type ColumnState, type Place } from './column-state.ts'
import { callsUpon } from './describe.ts'
import { createHandledHere } from './handled-here.ts'
import { handsBusy } from '../../shared/hands/hands.ts'
import { calls, decideSound, muteTime, soundsOf, staysMuted, type FloodHeard, type Sounded } from './sounding.ts'
import {
  emptyWatch,
  withChanged,
  withClock,
  withCalled,
  withHeard,
  withList,
  without,
  withRaised,
  withSeen,
  type Watch,
} from './watch.ts'

/** As the operator left it: a page that is loaded anew does not unfold what he folded. */
const keptColumn = storedJson('session', 'vigil.alarmColumn', isColumnState)

interface WatchingState {
  readonly watch: Watch
  readonly column: ColumnState
  /** Until when the operator wants silence, this computer's clock. */
  readonly mutedUntil: number
}
export const useWatching = create<WatchingState>(() => ({
  watch: emptyWatch,
  column: keptColumn.read() ?? untouched,
  mutedUntil: 0,
}))

const handledHere = createHandledHere()
let last: Sounded | null = null
let floodHeard: FloodHeard | null = null
const lookEvery = 500

const change = (next: (watch: Watch) => Watch): void => {
  const { watch } = useWatching.getState()
  const changed = next(watch)
  if (changed !== watch) useWatching.setState({ watch: changed })
}
const stand = (next: (column: ColumnState) => ColumnState): void => {
  const { column } = useWatching.getState()
  const changed = next(column)
  if (changed === column) return
  keptColumn.write(changed)
  useWatching.setState({ column: changed })
}

const soundNow = (): void => {
  const now = Date.now()
  const { watch } = useWatching.getState()
  const mutedUntil = staysMuted(useWatching.getState().mutedUntil, watch.unheard)
  const { open } = openAlarms.book()
  const { sounding, heard } = soundsOf({
    since: useAlarmFlood.getState().since,
    heard: floodHeard,
    standing: open.filter((alarm) => !isShelved(alarm)),
    unheard: watch.unheard,
    calls: (alarm) => callsUpon(alarm, session.user()?.id),
  })
  floodHeard = heard
  const calling = open.some((alarm) => calls(alarm) && !handledHere.has(alarm.id))
  const level = decideSound({ unheard: sounding, calling, mutedUntil, last, now })
  if (level !== null && sound.play(level)) last = { level, at: now }
  if (mutedUntil !== useWatching.getState().mutedUntil) useWatching.setState({ mutedUntil })
  change(withHeard)
}

/** Lets new alarms open the column, and folds it where nothing is left to do. */
const showNow = (): void => {
  const { fresh, leaving } = useWatching.getState().watch
  const { loaded, open } = openAlarms.book()
  if (fresh.length > 0)
    stand((column) => called(column, { levels: fresh.map(({ alarmLevel }) => alarmLevel), busy: handsBusy() }))
  else if (loaded && countWaiting(open, session.user()?.id) + leaving.length === 0) stand(settled)
  change(withSeen)
}

const changed = (alarm: Alarm): void => {
  handledHere.follow(alarm)
  change((watch) => withChanged(watch, alarm, Date.now(), handledHere.has(alarm.id)))
}

/** By what this operator was called to an alarm, a step of escalation or somebody's word: what else becomes of one calls him no second time. */
const calledFor = new Map<string, string>()
const calledUpon = (alarm: Alarm): void => {
  if (!callsUpon(alarm, session.user()?.id)) return void calledFor.delete(alarm.id)
  const by = `${alarm.status}/${alarm.escalation}/${alarm.handleTime ?? ''}`
  if (calledFor.get(alarm.id) === by) return
  calledFor.set(alarm.id, by)
  change((watch) => withCalled(watch, alarm))
}

export const watching = {
  /** This console is about to confirm an alarm; false when that failed. */
  handledHere: (id: string, handled: boolean): void => {
    if (handled) handledHere.begin(id)
    else handledHere.failed(id)
  },
  /** An alarm as it was found to stand, before its event came. */
  found: (alarm: Alarm): void => changed(alarm),
  drop: (id: string): void => change((watch) => without(watch, id)),
  fold: (place: Place): void => stand((column) => folded(column, place)),
  unfold: (place: Place): void => stand((column) => unfolded(column, place)),
  /** A helmet calls: its alarm comes into sight whatever he does. */
  callsIn: (): void => stand((column) => called(column, { levels: [1], busy: true })),
  /** The operator has gone to another screen: what called him there does not follow him to his work. */
  goneTo: (place: Place): void => {
    if (place !== 'watching') stand(settled)
  },
  /** Silence for two minutes, or its end. */
  mute: (on: boolean): void => useWatching.setState({ mutedUntil: on ? Date.now() + muteTime : 0 }),
}

/** Follows the open alarms with column and sound; the answer ends it. */
export const startWatching = (): (() => void) => {
  let planned = false
  let ended = false
  const comesBack = keptColumn.read() !== null
  keptColumn.write(useWatching.getState().column)
  const tellNow = (): void => {
    showNow()
    soundNow()
  }
  const meetList = (): void => {
    planned = false
    const book = openAlarms.book()
    if (ended || !book.loaded) return
    const first = !useWatching.getState().watch.loaded
    change((watch) => withList(watch, book.open))
    // Also what called him while nobody was signed in here, or the link was down.
    for (const alarm of book.open) {
      handledHere.follow(alarm)
      calledUpon(alarm)
    }
    // What stood open when the page was loaded anew has called already.
    if (first && comesBack) change(withSeen)
    tellNow()
  }
  // Later in the same turn: the event that changed the book says more than the book and comes after it.
  const bookChanged = (): void => {
    if (planned) return
    planned = true
    queueMicrotask(meetList)
  }
  const leaveBook = useOpenAlarms.subscribe(bookChanged)
  const leaveEvents = onLiveEvent((event) => {
    if (event.name === 'alarmRaised') {
      handledHere.follow(event.data)
      change((watch) => withRaised(watch, event.data))
    } else if (event.name === 'alarmChanged') {
      changed(event.data)
      calledUpon(event.data)
    } else return
    tellNow()
  })
  const timer = setInterval(() => {
    change((watch) => withClock(watch, Date.now()))
    tellNow()
  }, lookEvery)
  bookChanged()
  return () => {
    ended = true
    leaveBook()
    leaveEvents()
    clearInterval(timer)
    handledHere.clear()
    calledFor.clear()
    last = null
    floodHeard = null
    keptColumn.write(null)
    useWatching.setState({ watch: emptyWatch, column: untouched, mutedUntil: 0 })
  }
}

/** Keeps the number beside 实时报警 in the menu; the answer ends it. */
export const startBadge = (): (() => void) => {
  const show = (): void => setMenuBadge('alarmRealMgmt', countUnhandled(openAlarms.book().open).total)
  const leave = useOpenAlarms.subscribe(show)
  show()
  return () => {
    leave()
    setMenuBadge('alarmRealMgmt', 0)
  }
}
