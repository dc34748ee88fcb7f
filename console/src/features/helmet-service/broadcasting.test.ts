import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { blankAlarm } from '@vigil/contract/alarms/blank-alarm.ts'
import { toldHelmet } from '@vigil/contract/telephony/helmet-service.ts'
import { expect, it } from 'vitest'
import { fromSiteTime } from '../../shared/time/site-clock.ts'
import { createBroadcasting, isSpoken, recordOf, type Spoken } from './broadcasting.ts'
import type { Outcome } from './client.ts'

const found = fromSiteTime(blankAlarm.findTime)
const alarm = (id: string, more: Partial<Alarm> = {}): Alarm => ({
  ...blankAlarm,
  id,
  alarmLevel: 2,
  deviceId: `86100${id}`,
  result: `alarm ${id}`,
  ...more,
})
const helmet = (device_id: string, user_id = '') =>
  toldHelmet.parse({ user_info: { device_id, user_id, mobile: '138****0000' }, location_info: { x_point: 31.1, bat_l: '80' } })

/** The page on a line that answers words as told, with all that it did. */
const pageOf = ({ pattern = '861', kept = null as Spoken | null, outcomes = [] as Outcome[] } = {}) => {
  const did: string[] = []
  const keeping = { spoken: kept }
  const state = { isReady: true, polls: 0, shaken: 0, reloads: 0, refuses: false, saved: [] as unknown[] }
  const page = createBroadcasting({
    client: {
      say: () => {
        if (state.isReady) state.polls += 1
        return state.isReady
      },
      sendWords: ({ userId, deviceId }, text) => {
        did.push(`say ${deviceId}/${userId} ${text}`)
        return Promise.resolve(outcomes.shift() ?? 'sent')
      },
      shake: () => void (state.shaken += 1),
    },
    save: (records) => Promise.resolve(state.saved.push(records)),
    playedOf: ({ id }, text) => {
      did.push(`ask ${id}`)
      return Promise.resolve(state.refuses ? null : text)
    },
    close: ({ id, version }) => Promise.resolve(did.push(`close ${id} v${version}`)),
    pattern: () => pattern,
    tell: (outcome, { id }) => did.push(`${outcome} ${id}`),
    kept: { read: () => keeping.spoken, write: (spoken) => void (keeping.spoken = spoken) },
    reload: () => void (state.reloads += 1),
    onFault: (error) => did.push(String(error)),
    now: () => found + 1_000,
    written: () => 'now',
  })
  const done = async (...expected: readonly string[]): Promise<void> => {
    await expect.poll(() => did).toEqual(expected)
    did.length = 0
  }
  return { page, did, state, keeping, done }
}

it('speaks to the helmet of an unhandled alarm what it is given to play, and closes the alarm', async () => {
  const { page, done } = pageOf()
  page.hear([helmet('861001', '9')])
  page.take([alarm('1')])
  await done('ask 1', 'say 861001/9 alarm 1', 'started 1', 'close 1 v1')
  // Once, however often it is told of.
  page.take([alarm('1', { version: 2 }), alarm('2')])
  await done('ask 2', 'say 861002/ alarm 2', 'started 2', 'close 2 v1')
})

it('speaks of level one and never closes it', async () => {
  const { page, done } = pageOf()
  page.take([alarm('1', { alarmLevel: 1 })])
  await done('ask 1', 'say 861001/ alarm 1', 'started 1')
  page.take([alarm('1', { alarmLevel: 1, version: 2 })])
  page.poll()
  await done()
})

it('leaves an alarm open whose words did not arrive, and says so', async () => {
  const { page, state, done } = pageOf({ outcomes: ['refused'] })
  page.take([alarm('1')])
  await done('ask 1', 'say 861001/ alarm 1', 'notStarted 1')
  state.refuses = true
  page.take([alarm('1'), alarm('2')])
  await done('ask 2', 'notStarted 2')
})

it('tries again with the next poll where the line was lost before there was an answer', async () => {
  const { page, done } = pageOf({ outcomes: ['lost'] })
  page.take([alarm('1')])
  await done('ask 1', 'say 861001/ alarm 1')
  page.poll()
  await done('ask 1', 'say 861001/ alarm 1', 'started 1', 'close 1 v1')
})

it('does not close what somebody took up while it spoke', async () => {
  const { page, done } = pageOf()
  page.take([alarm('1')])
  page.take([alarm('1', { status: 1, version: 2 })])
  await done('ask 1', 'say 861001/ alarm 1', 'started 1')
})

it.each([
  ['no pattern', { pattern: '' }, {}],
  ['another number', {}, { deviceId: '999' }],
  ['no helmet', {}, { deviceType: 'badge' }],
  ['taken up', {}, { status: 1 as const }],
  ['put aside', {}, { shelvedUntil: blankAlarm.findTime }],
  ['found before it began', {}, { findTime: '2026-11-20 08:13:00' }],
  ['spoken of before the page was loaded anew', { kept: { since: 0, done: ['1'] } }, {}],
])('speaks to nobody: %s', async (_why, options, more) => {
  const { page, done } = pageOf(options)
  page.take([alarm('1', more)])
  page.poll()
  await done()
})

it('asks who is there and loads the page anew after a hundred times, which a line that is gone does not count to', async () => {
  const { page, state } = pageOf()
  state.isReady = false
  page.poll()
  state.isReady = true
  for (let poll = 0; poll < 100; poll += 1) {
    page.poll()
    page.hear([])
  }
  expect([state.polls, state.reloads]).toEqual([100, 0])
  page.poll()
  expect([state.polls, state.reloads, state.shaken]).toEqual([100, 1, 0])
})

it('makes another line where nobody answers its questions', () => {
  const { page, state } = pageOf()
  for (let poll = 0; poll < 4; poll += 1) page.poll()
  expect([state.polls, state.shaken]).toEqual([3, 1])
})

it('saves whom it is told of, as the specification writes them', async () => {
  const { page, state } = pageOf()
  page.hear([helmet('861001', '9'), helmet('')])
  await expect.poll(() => state.saved.length).toBe(1)
  expect(state.saved).toEqual([[recordOf(helmet('861001', '9'), 'now')]])
  expect(recordOf(helmet('861001', '9'), 'now')).toMatchObject({
    device_id: '861001',
    user_id: '9',
    bat_l: '80',
    x_point: '31.1',
    net_type: '1',
    ctime: 'now',
  })
  page.hear([])
  expect(state.saved).toHaveLength(1)
})

it('takes nothing else for what it kept', () => {
  expect([null, {}, { since: 1 }, { since: '1', done: [] }, { since: 1, done: [1] }].map(isSpoken)).toEqual(
    Array.from({ length: 5 }, () => false),
  )
  expect(isSpoken({ since: 1, done: ['1'] })).toBe(true)
})
