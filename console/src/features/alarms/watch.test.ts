import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { describe, expect, test } from 'vitest'
import { anAlarm } from './an-alarm.ts'
import {
  emptyWatch,
  farewell,
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

const news = ({ fresh, unheard }: Watch) => ({ fresh: fresh.map(({ id }) => id), unheard: unheard.map(({ id }) => id) })
const leaving = (watch: Watch) => watch.leaving.map(({ alarm }) => alarm.id)
const seen = (watch: Watch): Watch => withSeen(withHeard(watch))
const met = (...open: Alarm[]): Watch => seen(withList(emptyWatch, open))

describe('the list of open alarms', () => {
  test('brings of the first one only unhandled level ones as news', () => {
    const first = withList(emptyWatch, [anAlarm(1), anAlarm(2, { alarmLevel: 2 }), anAlarm(3, { status: 1 })])
    expect(news(first)).toEqual({ fresh: ['1'], unheard: ['1'] })
  })

  test('brings what was missed while the link was down, once', () => {
    const later = withList(met(anAlarm(1)), [anAlarm(1), anAlarm(2, { alarmLevel: 3 })])
    expect(news(later)).toEqual({ fresh: ['2'], unheard: ['2'] })
    expect(news(withList(seen(later), [anAlarm(1), anAlarm(2, { alarmLevel: 3 })]))).toEqual({ fresh: [], unheard: [] })
  })

  test('takes back what nobody has seen yet and is handled by now', () => {
    expect(news(withList(withList(emptyWatch, [anAlarm(1)]), []))).toEqual({ fresh: [], unheard: [] })
  })
})

describe('an alarm that is raised', () => {
  test('is news to eye and ear once, whichever tells of it first', () => {
    const raised = withRaised(met(), anAlarm(1))
    expect(news(raised)).toEqual({ fresh: ['1'], unheard: ['1'] })
    expect(news(withList(seen(raised), [anAlarm(1)]))).toEqual({ fresh: [], unheard: [] })
    expect(withRaised(seen(raised), anAlarm(1))).toEqual(seen(raised))
  })

  test('is heard again when it repeats, but asks for nobody’s sight', () => {
    expect(news(withRaised(met(anAlarm(1)), anAlarm(1, { count: 2, version: 2 })))).toEqual({ fresh: [], unheard: ['1'] })
  })

  test('is neither when it came too late', () => {
    expect(news(withRaised(met(), anAlarm(1, { quiet: true })))).toEqual({ fresh: [], unheard: [] })
  })

  test('is nothing where it was handled before it was heard of', () => {
    expect(withRaised(met(), anAlarm(1, { status: 2 }))).toEqual(met())
  })
})

describe('an alarm that changes', () => {
  const handled = anAlarm(1, { status: 2, version: 2, handleUser: '王建国' })

  test('says for a moment who handled it elsewhere', () => {
    const left = withChanged(met(anAlarm(1)), handled, 1_000, false)
    expect(leaving(left)).toEqual(['1'])
    expect(leaving(withClock(left, 1_000 + farewell - 1))).toEqual(['1'])
    expect(leaving(withClock(left, 1_000 + farewell))).toEqual([])
  })

  test('says it once, and not for what was handled here or was never met', () => {
    const left = withChanged(met(anAlarm(1)), handled, 1_000, false)
    expect(leaving(withChanged(left, handled, 2_000, false))).toEqual(['1'])
    expect(leaving(withChanged(met(anAlarm(1)), handled, 1_000, true))).toEqual([])
    expect(leaving(withChanged(met(), handled, 1_000, false))).toEqual([])
    expect(leaving(without(left, '1'))).toEqual([])
  })

  test('is not heard any more once somebody takes it up, and stays where it only returned', () => {
    const raised = withRaised(met(), anAlarm(1))
    expect(news(withChanged(raised, anAlarm(1, { status: 1, version: 2 }), 0, false))).toEqual({ fresh: [], unheard: [] })
    expect(withChanged(raised, anAlarm(1, { condition: 'returned', version: 2 }), 0, false)).toBe(raised)
  })
})

describe('an alarm that is put aside', () => {
  const aside = (count = 1) => anAlarm(1, { shelvedUntil: '2026-11-20 08:30:00', shelvedBy: '王建国', count })

  test('is no news while it is, however often it comes, and news again once it is back', () => {
    const shelved = withChanged(withRaised(met(), anAlarm(1)), aside(), 0, false)
    expect(news(shelved)).toEqual({ fresh: [], unheard: [] })
    expect(leaving(shelved)).toEqual([])
    const silent = withList(withRaised(shelved, aside(2)), [aside(2)])
    expect(news(silent)).toEqual({ fresh: [], unheard: [] })
    expect(news(withList(silent, [anAlarm(1, { count: 2 })]))).toEqual({ fresh: ['1'], unheard: ['1'] })
  })

  test('is none either where it is over when it comes back', () => {
    const silent = withList(withChanged(withRaised(met(), anAlarm(1)), aside(), 0, false), [aside()])
    expect(news(withList(silent, [anAlarm(1, { condition: 'returned' })]))).toEqual({ fresh: [], unheard: [] })
  })
})

test('an alarm that went on to the operator calls him as a new one does', () => {
  expect(news(withCalled(met(anAlarm(1)), anAlarm(1, { escalation: 1 })))).toEqual({ fresh: ['1'], unheard: ['1'] })
})
