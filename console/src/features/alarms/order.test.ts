import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { describe, expect, test } from 'vitest'
import { anAlarm } from './an-alarm.ts'
import { arrange } from './order.ts'

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
    expect(ids(arrange(open, [], []).listed)).toEqual(['5', '3', '4', '2', '6', '1'])
  })

  test('is not changed by repetitions', () => {
    const open = [anAlarm(1, at(10)), anAlarm(2, { ...at(20) })]
    const again = [anAlarm(1, { ...at(10), count: 9, lastTime: '2026-11-20 08:59:00' }), open[1] as Alarm]
    expect(ids(arrange(again, [], []).listed)).toEqual(ids(arrange(open, [], []).listed))
  })

  test('keeps what was just handled elsewhere where it stood', () => {
    const [first, second] = [anAlarm(1, at(20)), anAlarm(2, at(10))]
    const handled = { alarm: { ...first, status: 2 as const, handleUser: '王建国' }, until: 0 }
    expect(ids(arrange([second], [handled], []).listed)).toEqual(['1', '2'])
  })
})

describe('what is under a hand', () => {
  const held = [anAlarm(1, { alarmLevel: 2, alarmType: 1, ...at(10) }), anAlarm(2, { alarmLevel: 3, alarmType: 1, ...at(20) })]

  test('stays, and what belongs above it says so', () => {
    const { listed, urgent } = arrange([...held, anAlarm(3, at(30))], [], ['1', '2'])
    expect(ids(listed)).toEqual(['1', '2', '3'])
    expect(urgent?.id).toBe('3')
  })

  test('is told of nothing that belongs below, or that somebody has taken up', () => {
    expect(arrange([...held, anAlarm(3, { alarmLevel: 3, alarmType: 1 })], [], ['1', '2']).urgent).toBeNull()
    expect(arrange([...held, anAlarm(3, { status: 1 })], [], ['1', '2']).urgent).toBeNull()
    expect(arrange(held, [], []).urgent).toBeNull()
  })

  test('closes up where one of it is gone', () => {
    expect(ids(arrange(held.slice(1), [], ['1', '2']).listed)).toEqual(['2'])
  })
})
