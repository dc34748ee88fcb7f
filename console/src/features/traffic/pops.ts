import { handlingStatus } from '@vigil/contract/alarms/entities.ts'
import { create } from 'zustand'
import { handsBusy } from '../../shared/hands/hands.ts'
import { translate } from '../../shared/i18n/texts.ts'
import { follow } from '../../shared/live/follow-records.ts'
import { onLiveEvent } from '../../shared/live/live.ts'
import { openAlarms } from '../../shared/live/alarms.ts'
import { isShelved } from '../../shared/live/unhandled.ts'
import { notify } from '../../shared/notices/notices.ts'
import { can, session } from '../../shared/session/session.ts'
import { isSomethingInFront } from '../../shared/shortcuts/shortcuts.ts'
import { storedJson } from '../../shared/storage.ts'
import { isBelow, phoneBelow } from '../../shared/ui/use-media.ts'
import { closing, useClosing } from './closing.ts'
import { isToldInBar, nothingToShow, withChanged, withFound, withShown, type Popping } from './popping.ts'
import type { TrafficStop } from './records.ts'
import { trafficTexts } from './texts.ts'

const isIds = (value: unknown): value is string[] => Array.isArray(value) && value.every((id) => typeof id === 'string')
/** A page that is loaded anew does not show again what the operator saw. */
const kept = storedJson('session', 'vigil.speedingShown', isIds)

export const usePops = create<Popping>(() => nothingToShow)

const lookEvery = 500

const change = (next: (popping: Popping) => Popping): void => {
  const before = usePops.getState()
  const after = next(before)
  if (after === before) return
  if (after.shown !== before.shown) kept.write([...after.shown])
  usePops.setState(after)
}

export const pops = {
  /** By the check, or by the live link. */
  found: (record: TrafficStop): void => {
    change((popping) => withFound(popping, record))
    showNext()
  },
}

/** Milliseconds for which a page that opens waits for its alarms. */
const alarmsWithin = 10_000
let startedAt = 0

/** On a phone there is room for one telling: what stands in the bar of alarms, with a button that confirms it, lies upon nothing besides. */
const isTold = (record: TrafficStop): boolean => {
  if (!isBelow(phoneBelow)) return false
  const { loaded, open } = openAlarms.book()
  const mayCome = (can('alarmRealMgmt') || can('alarmHisMgmt')) && Date.now() - startedAt < alarmsWithin
  return isToldInBar(record, loaded ? open.filter((alarm) => !isShelved(alarm)) : null, mayCome)
}

/** The next one opens where no dialog stands open that it would lie upon, and nobody types or drags. */
const showNext = (): void => {
  const next = usePops.getState().waiting.find((record) => !isTold(record))
  if (next && !isSomethingInFront() && !handsBusy()) closing.open(next, true)
}

/** Shows each speeding record once, when the operator's hands are free; the answer ends it. */
export const startPops = (): (() => void) => {
  startedAt = Date.now()
  usePops.setState({ ...nothingToShow, shown: kept.read() ?? [] })
  const leaveEvents = onLiveEvent((event) => {
    if (event.name === 'speedingFound') pops.found(event.data)
    else if (event.name === 'trafficStopChanged') change((popping) => withChanged(popping, event.data))
  })
  const leaveClosing = useClosing.subscribe(({ known }, before) => {
    if (known && known.id !== before.known?.id) change((popping) => withShown(popping, known.id))
  })
  const timer = setInterval(showNext, lookEvery)
  return () => {
    leaveEvents()
    leaveClosing()
    clearInterval(timer)
    usePops.setState(nothingToShow)
  }
}

/** What came by itself, and nobody wrote anything of, does not stay until somebody takes it away where another operator handled it. */
const leaveHandled = (record: TrafficStop): void => {
  const { known, came, note } = useClosing.getState()
  if (known?.id !== record.id || !came || note !== '' || record.status !== handlingStatus.code.handled) return
  closing.closeOf(record.id)
  if (record.handleUser !== session.user()?.cname)
    notify.info(translate(trafficTexts)('closedByOther', { user: record.handleUser }))
}

/** Keeps lists, numbers and the open dialog true; the answer ends it, and what was begun: nobody goes on with another's words. */
export const followTraffic = (): (() => void) => {
  const leave = onLiveEvent((event) => {
    if (event.name !== 'speedingFound' && event.name !== 'trafficStopChanged') return
    closing.take(event.data)
    leaveHandled(event.data)
    follow(['trafficStop', 'speedingRecord'])
  })
  return () => {
    leave()
    closing.close()
  }
}
