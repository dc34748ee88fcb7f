import { blankAlarm } from '@vigil/contract/alarms/blank-alarm.ts'
import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import type { FromServer, Topic } from '@vigil/contract/live/live.ts'
import { blankObject } from '@vigil/contract/positions/blank-object.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openAlarms } from './alarms.ts'
import { positions, startLive, useLiveLink } from './live.ts'
import { useOverview } from './overview.ts'

type Answer = (list: readonly Alarm[], seq: number) => Promise<void>

/** Questions for the open alarms, in order, which the test answers. */
let asked: Answer[]
let socket: EventTarget
let stop: () => void

const say = (message: FromServer): boolean => socket.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
const welcome = (topics: readonly Topic[], resumed = false): boolean =>
  say({ type: 'welcome', serverTime: Date.now(), seq: 1, resumed, topics })
const directory = (...ids: readonly number[]): boolean =>
  say({ type: 'directory', whole: true, objects: ids.map((id) => blankObject(id)), removed: [] })
const shownAlarms = (): string[] => openAlarms.book().open.map(({ id }) => id)
const alarm = (id: string): Alarm => ({ ...blankAlarm, id })

beforeEach(() => {
  asked = []
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  vi.stubGlobal('window', new EventTarget())
  Object.assign(window, { location: { protocol: 'http:', host: 'site.example' } })
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('WebSocket', function open() {
    socket = Object.assign(new EventTarget(), { send: () => undefined, close: () => undefined })
    return socket
  })
  vi.stubGlobal('fetch', () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    asked.push(async (list, seq) => {
      resolve(Response.json({ code: '200', msg: 'success', data: { list, seq } }))
      await new Promise((done) => setImmediate(done))
    })
    return promise
  })
  stop = startLive()
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('who loses a right keeps nothing of what he saw by it, and who gets it back has it all again', async () => {
  welcome(['positions', 'alarms'])
  directory(1, 2)
  await asked[0]?.([alarm('7')], 1)
  vi.advanceTimersByTime(1_000)
  expect(shownAlarms()).toEqual(['7'])
  expect(useOverview.getState()).toMatchObject({ known: true, byKind: { hat: { total: 2 } } })

  directory()
  welcome([])
  expect(useLiveLink.getState().granted).toEqual([])
  expect(openAlarms.book()).toMatchObject({ loaded: false, open: [] })
  expect(positions.slotOf(1)).toBeUndefined()
  vi.advanceTimersByTime(1_000)
  // It is not known how many there are, which is something else than that there are none.
  expect(useOverview.getState().known).toBe(false)

  welcome(['positions', 'alarms'])
  directory(1)
  await asked[1]?.([alarm('7'), alarm('8')], 1)
  vi.advanceTimersByTime(1_000)
  expect(shownAlarms()).toEqual(expect.arrayContaining(['7', '8']))
  expect(useOverview.getState()).toMatchObject({ known: true, byKind: { hat: { total: 1 } } })
})

test('what was granted or taken while the link was away counts as well, though nothing told was missed', async () => {
  welcome(['positions'])
  directory(1)
  expect(asked).toHaveLength(0)
  welcome(['positions', 'alarms'], true)
  await asked[0]?.([alarm('7')], 1)
  expect(shownAlarms()).toEqual(['7'])
  welcome(['alarms'], true)
  expect(positions.slotOf(1)).toBeUndefined()
  expect(shownAlarms()).toEqual(['7'])
  expect(asked).toHaveLength(1)
})

test('a list that was asked for before the right went does not come back with its answer', async () => {
  welcome(['alarms'])
  welcome([])
  await asked[0]?.([alarm('7')], 1)
  expect(openAlarms.book()).toMatchObject({ loaded: false, open: [] })
})
