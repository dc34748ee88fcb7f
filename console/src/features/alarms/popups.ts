import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { create } from 'zustand'
import { openAlarms, useOpenAlarms } from '../../shared/live/alarms.ts'
import { countUnhandled } from '../../shared/live/unhandled.ts'
import { onLiveEvent } from '../../shared/live/live.ts'
import { setMenuBadge } from '../../shared/menu-badges/menu-badges.ts'
import { sound } from '../../shared/sound/sound.ts'
import {
  emptyQueue,
  minimised,
  restored,
  withChanged,
  withClock,
  withHeard,
  withList,
  without,
  withRaised,
  type PopupQueue,
} from './popup-queue.ts'
import { calls, decideSound, muteTime, staysMuted, type Sounded } from './sounding.ts'

interface PopupState {
  readonly queue: PopupQueue
  /** Until when the operator wants silence, this computer's clock. */
  readonly mutedUntil: number
}
export const usePopups = create<PopupState>(() => ({ queue: emptyQueue, mutedUntil: 0 }))

/** Alarms this console has confirmed: their events are no news to it. */
const handledHere = new Set<string>()
let last: Sounded | null = null
const lookEvery = 500

const change = (next: (queue: PopupQueue) => PopupQueue): void => {
  const { queue } = usePopups.getState()
  const changed = next(queue)
  if (changed !== queue) usePopups.setState({ queue: changed })
}

const soundNow = (): void => {
  const now = Date.now()
  const { queue } = usePopups.getState()
  const mutedUntil = staysMuted(usePopups.getState().mutedUntil, queue.unheard)
  const calling = openAlarms.book().open.some((alarm) => calls(alarm) && !handledHere.has(alarm.id))
  const level = decideSound({ unheard: queue.unheard, calling, mutedUntil, last, now })
  if (level !== null && sound.play(level)) last = { level, at: now }
  if (mutedUntil !== usePopups.getState().mutedUntil) usePopups.setState({ mutedUntil })
  change(withHeard)
}

const raised = (alarm: Alarm): void => change((queue) => withRaised(queue, alarm))
const changed = (alarm: Alarm): void => change((queue) => withChanged(queue, alarm, Date.now(), handledHere.has(alarm.id)))

export const popups = {
  /** This console is about to confirm an alarm; false when that failed. */
  handledHere: (id: string, handled: boolean): void => {
    if (!handled) handledHere.delete(id)
    else handledHere.add(id)
  },
  /** An alarm as it was found to stand, before its event came. */
  found: (alarm: Alarm): void => changed(alarm),
  drop: (id: string): void => change((queue) => without(queue, id)),
  minimise: (): void => change(minimised),
  restore: (): void => change(restored),
  /** Silence for two minutes, or its end. */
  mute: (on: boolean): void => usePopups.setState({ mutedUntil: on ? Date.now() + muteTime : 0 }),
}

/** Follows the open alarms with pop-ups and sound; the answer ends it. */
export const startPopups = (): (() => void) => {
  let planned = false
  let ended = false
  const meetList = (): void => {
    planned = false
    const book = openAlarms.book()
    if (ended || !book.loaded) return
    change((queue) => withList(queue, book.open))
    soundNow()
  }
  // Later in the same turn: the event that changed the book says more than the book and comes after it.
  const bookChanged = (): void => {
    if (planned) return
    planned = true
    queueMicrotask(meetList)
  }
  const leaveBook = useOpenAlarms.subscribe(bookChanged)
  const leaveEvents = onLiveEvent((event) => {
    if (event.name === 'alarmRaised') raised(event.data)
    else if (event.name === 'alarmChanged') changed(event.data)
    else return
    soundNow()
  })
  const timer = setInterval(() => {
    change((queue) => withClock(queue, Date.now()))
    soundNow()
  }, lookEvery)
  bookChanged()
  return () => {
    ended = true
    leaveBook()
    leaveEvents()
    clearInterval(timer)
    handledHere.clear()
    last = null
    usePopups.setState({ queue: emptyQueue, mutedUntil: 0 })
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
