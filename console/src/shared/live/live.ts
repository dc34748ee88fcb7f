import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { livePath, topics, type LiveEvent, type Topic } from '@vigil/contract/live/live.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { create } from 'zustand'
import { client } from '../api/client.ts'
import { invalidate } from '../api/queries.ts'
import { logError } from '../error-log/error-log.ts'
import { liveStatus } from '../live-status/live-status.ts'
import { session } from '../session/session.ts'
import { alarmFlood, openAlarms } from './alarms.ts'
import { idle, type Link } from './link.ts'
import { follow, followAll } from './follow-records.ts'
import { createLiveClient } from './live-client.ts'
import { countOverview, emptyOverview, renewed, useOverview } from './overview.ts'
import { PositionStore } from '../moving/position-store.ts'

const everySecond = 1_000
/** Milliseconds before a list of alarms that could not be read is asked for again. */
const alarmRetry = 5_000
const place = 'live link'

/** Where everything is. One store for the whole console. */
export const positions = new PositionStore(Date.now())

interface LinkView {
  readonly link: Link
  /** When anything last came, this computer's clock; before the first, when the link was first asked for. */
  readonly heardAt: number | null
  /** Topics that the server granted. */
  readonly granted: readonly Topic[]
  /** How the server's disk is. */
  readonly disk: 'fine' | 'low' | 'full'
}
export const useLiveLink = create<LinkView>(() => ({ link: idle, heardAt: null, granted: [], disk: 'fine' }))

/** Milliseconds that the server's clock is ahead of this computer's. */
let ahead = 0
export const serverNow = (): number => Date.now() + ahead

const eventListeners = new Set<(event: LiveEvent) => void>()
/** Hears each live event once, in order, after the stores took it; for pop-ups and lists. */
export const onLiveEvent = (listener: (event: LiveEvent) => void): (() => void) => {
  eventListeners.add(listener)
  return () => eventListeners.delete(listener)
}

let heardTold = 0
const heard = (): void => {
  const now = Date.now()
  if (now - heardTold < everySecond) return
  heardTold = now
  liveStatus.heard(now)
  useLiveLink.setState({ heardAt: now })
}

let alarmTimer: ReturnType<typeof setTimeout> | null = null
let alarmsAsked = new AbortController()
/** What was asked before is no answer to what holds now. */
const stopLoadingAlarms = (): void => {
  if (alarmTimer !== null) clearTimeout(alarmTimer)
  alarmTimer = null
  alarmsAsked.abort()
}
const loadAlarms = (): void => {
  stopLoadingAlarms()
  alarmsAsked = new AbortController()
  const { signal } = alarmsAsked
  client.ask(alarmCalls.listRealAlarmData, undefined, signal).then(
    ({ list, seq, flood }) => {
      if (signal.aborted) return
      alarmFlood.take(flood, seq)
      openAlarms.takeList(list, seq)
    },
    (error: unknown) => {
      if (signal.aborted) return
      logError(error, place)
      alarmTimer = setTimeout(loadAlarms, alarmRetry)
    },
  )
}

const forgetAlarms = (): void => {
  stopLoadingAlarms()
  openAlarms.clear()
}
const forgetPlaces = (): void => {
  positions.clear()
  useOverview.setState(emptyOverview)
}
/** Takes over what may be heard by now: what was granted while the link was open, or away, is known by nothing that came before. */
const grant = (granted: readonly Topic[], resumed: boolean): void => {
  const before = useLiveLink.getState().granted
  useLiveLink.setState({ granted })
  const isLost = (topic: Topic): boolean => before.includes(topic) && !granted.includes(topic)
  if (isLost('positions')) forgetPlaces()
  if (isLost('alarms')) forgetAlarms()
  if (granted.includes('alarms') && !(resumed && before.includes('alarms'))) loadAlarms()
}

const take = (event: LiveEvent, seq: number): void => {
  if (event.name === 'alarmFlood') alarmFlood.take(event.data, seq)
  else if (event.topic === 'alarms') openAlarms.take(event.data, seq)
  for (const listener of eventListeners) {
    try {
      listener(event)
    } catch (error) {
      logError(error, `${place}, ${event.name}`)
    }
  }
}

const address = (): string => {
  const { protocol, host } = window.location
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${livePath}`
}

const liveClient = createLiveClient({
  open: () => new WebSocket(address()),
  token: session.token,
  topics: Object.keys(topics) as Topic[],
  handlers: {
    onLink: (link) => {
      useLiveLink.setState({ link })
      if (link.kind === 'idle') liveStatus.setLink('off')
      else if (link.kind === 'connecting') liveStatus.setLink(link.attempt === 0 ? 'connecting' : 'broken')
      else liveStatus.setLink(link.kind === 'waiting' ? 'broken' : 'open')
    },
    onHeard: heard,
    onServerTime: (serverTime) => {
      ahead = serverTime - Date.now()
    },
    onDisk: (disk) => {
      if (useLiveLink.getState().disk !== disk) useLiveLink.setState({ disk })
    },
    onWelcome: ({ resumed, topics: granted }) => {
      grant(granted, resumed)
      // Which records were saved meanwhile is not kept for who was away.
      followAll()
      // What was missed is not kept: every list of alarms is read anew.
      if (!resumed) invalidate(...Object.values(alarmCalls))
    },
    onChanged: ({ records }) => follow(Object.keys(records)),
    onDirectory: ({ whole, objects, removed }) => positions.applyDirectory(whole, objects, removed),
    onPositions: (frame) => positions.applyFrame(frame, Date.now()),
    onEvent: take,
    // The answer to any call says the same, in the operator's language, and is what ends the session on this side.
    onEnded: () => {
      client.send(sessionCalls.getInfo, undefined).catch((error: unknown) => logError(error, place))
    },
    onFault: (error) => logError(error, place),
  },
})

let counted = -1
const look = (): void => {
  positions.sweep(serverNow())
  if (counted === positions.revision) return
  counted = positions.revision
  useOverview.setState((old) => renewed(old, countOverview(positions)))
}

/** Network or page changed, or the operator asks for a try now. */
export const retryLive = (): void => liveClient.shake()

const shown = (): void => {
  if (document.visibilityState === 'visible') liveClient.shake()
}

/** Keeps the link while somebody is signed in; the answer ends it and forgets what it told. */
export const startLive = (): (() => void) => {
  useLiveLink.setState({ heardAt: Date.now() })
  liveClient.start()
  const timer = setInterval(look, everySecond)
  window.addEventListener('online', retryLive)
  window.addEventListener('offline', retryLive)
  document.addEventListener('visibilitychange', shown)
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', retryLive)
    window.removeEventListener('offline', retryLive)
    document.removeEventListener('visibilitychange', shown)
    liveClient.stop()
    forgetPlaces()
    forgetAlarms()
    useLiveLink.setState({ heardAt: null, granted: [], disk: 'fine' })
  }
}
