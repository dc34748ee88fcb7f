import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { describe, expect, test } from 'vitest'
import { anAlarm } from './an-alarm.ts'
import { arrange, byCause, heldAs, isGroup, stillHeld, type Entry } from './order.ts'

const at = (minute: number): Partial<Alarm> => ({ findTime: `2026-11-20 08:${minute}:00` })
const ids = (alarms: readonly Alarm[]) => alarms.map(({ id }) => id)

describe('the order of open alarms', () => {
  test('goes by level, cries for help, who is still waiting, and then the last that was found', () => {
    const open = [
      anAlarm(1, { alarmLevel: 3, alarmType: 1, ...at(40) }),
      anAlarm(2, { alarmLevel: 1, alarmType: 1, ...at(50) }),
      anAlarm(3, { alarmLevel: 1, alarmType: 4, ...at(10) }),
      anAlarm(4, { alarmLevel: 1, alarmType: 4, status: 1, ...at(30) }),
      anAlarm(5, { alarmLevel: 1, alarmType: 4, ...at(20) }),
      anAlarm(6, { alarmLevel: 2, alarmType: 1, ...at(59) }),
    ]
    expect(ids(arrange(open, [], null).listed)).toEqual(['5', '3', '4', '2', '6', '1'])
  })

  test('is not changed by repetitions', () => {
    const open = [anAlarm(1, at(10)), anAlarm(2, { ...at(20) })]
    const again = [anAlarm(1, { ...at(10), count: 9, lastTime: '2026-11-20 08:59:00' }), open[1] as Alarm]
    expect(ids(arrange(again, [], null).listed)).toEqual(ids(arrange(open, [], null).listed))
  })

  test('keeps what was just handled elsewhere where it stood', () => {
    const [first, second] = [anAlarm(1, at(20)), anAlarm(2, at(10))]
    const handled = { alarm: { ...first, status: 2 as const, handleUser: '王建国' }, until: 0 }
    expect(ids(arrange([second], [handled], null).listed)).toEqual(['1', '2'])
  })
})

describe('what is under a hand', () => {
  const held = [anAlarm(1, { alarmLevel: 2, alarmType: 1, ...at(10) }), anAlarm(2, { alarmLevel: 3, alarmType: 1, ...at(20) })]

  test('stays, and what belongs above it says so', () => {
    const { listed, urgent } = arrange([...held, anAlarm(3, at(30))], [], heldAs(['1', '2']))
    expect(ids(listed)).toEqual(['1', '2', '3'])
    expect(urgent?.id).toBe('3')
  })

  test('is told of nothing that belongs below, or that somebody has taken up', () => {
    expect(arrange([...held, anAlarm(3, { alarmLevel: 3, alarmType: 1 })], [], heldAs(['1', '2'])).urgent).toBeNull()
    expect(arrange([...held, anAlarm(3, { status: 1 })], [], heldAs(['1', '2'])).urgent).toBeNull()
    expect(arrange(held, [], null).urgent).toBeNull()
  })

  test('is told of what came also once nothing of what stood there when the hand came is left', () => {
    const came = [anAlarm(2, { alarmLevel: 3, alarmType: 1, ...at(20) }), anAlarm(3, at(30))]
    const { listed, urgent } = arrange(came, [], { ids: ['1', '2'], known: ['1'] })
    expect(ids(listed)).toEqual(['2', '3'])
    expect(urgent?.id).toBe('3')
  })

  test('is not told of what somebody else handled meanwhile', () => {
    const handled = { alarm: anAlarm(3, { ...at(30), status: 2 }), until: 0 }
    expect(arrange(held, [handled], heldAs(['1', '2'])).urgent).toBeNull()
  })

  test('closes up where one of it is gone', () => {
    expect(ids(arrange(held.slice(1), [], heldAs(['1', '2'])).listed)).toEqual(['2'])
  })

  test('says what belongs above it for as long as it is held, though that has its place below by then', () => {
    const open = [...held, anAlarm(3, at(30))]
    const grown = stillHeld(heldAs(['1', '2']), ids(arrange(open, [], heldAs(['1', '2'])).listed))
    expect(grown.ids).toEqual(['1', '2', '3'])
    expect(arrange(open, [], grown).urgent?.id).toBe('3')
    const more = [...open, anAlarm(4, at(40))]
    expect(ids(arrange(more, [], grown).listed)).toEqual(['1', '2', '3', '4'])
    expect(arrange(more, [], grown).urgent?.id).toBe('4')
    // Let go, each stands where it belongs.
    expect(ids(arrange(more, [], null).listed)).toEqual(['4', '3', '1', '2'])
  })
})

describe('a flood', () => {
  const inFlood = { inFlood: true }
  const said = (entries: readonly Entry[]) => entries.map((entry) => (isGroup(entry) ? ids(entry.alarms).join('+') : entry.id))
  const fence = (id: number, minute: number, over: Partial<Alarm> = {}) =>
    anAlarm(id, { alarmLevel: 2, alarmType: 1, ruleId: '7', ...at(minute), ...over })
  const open = [
    fence(1, 10),
    fence(2, 20),
    fence(3, 30, { ruleId: '8' }),
    fence(4, 40),
    anAlarm(5, { alarmLevel: 3, alarmType: 4, ...at(11) }),
    anAlarm(6, { alarmLevel: 1, alarmType: 1, ruleId: '7', ...at(12) }),
    anAlarm(7, { alarmLevel: 1, alarmType: 1, ruleId: '7', ...at(13) }),
  ]

  test('puts level one and cries for help first, one by one, and the others by their cause below', () => {
    expect(said(byCause(arrange(open, [], null, inFlood).listed, null))).toEqual(['7', '6', '5', '4+2+1', '3'])
  })

  test('leaves what is under a hand in its place: what comes is counted in its group, or stands single below', () => {
    const held = heldAs(ids(arrange(open, [], null, inFlood).listed))
    const more = [...open, fence(8, 50), fence(9, 51, { ruleId: '8' }), anAlarm(10, { alarmLevel: 1, alarmType: 1, ...at(52) })]
    const { listed, urgent } = arrange(more, [], held, inFlood)
    expect(said(byCause(listed, held.known))).toEqual(['7', '6', '5', '4+2+1+8', '3', '10', '9'])
    expect(urgent?.id).toBe('10')
    // Let go, each stands where it belongs.
    expect(said(byCause(arrange(more, [], null, inFlood).listed, null))).toEqual(['10', '7', '6', '5', '9+3', '8+4+2+1'])
  })

  test('holds no alarm twice and loses none', () => {
    const entries = byCause(arrange(open, [], null, inFlood).listed, null)
    expect(ids(entries.flatMap((entry) => (isGroup(entry) ? entry.alarms : [entry]))).toSorted()).toEqual(ids(open))
  })
})
