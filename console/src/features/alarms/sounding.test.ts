import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { describe, expect, test } from 'vitest'
import { anAlarm } from './an-alarm.ts'
import { calls, decideSound, repeatEvery, soundsOf, staysMuted } from './sounding.ts'

type Facts = Pick<Alarm, 'alarmLevel' | 'status' | 'condition' | 'quiet'>
const alarm = (over: Partial<Facts> = {}): Alarm =>
  ({ alarmLevel: 1, status: 0, condition: 'active', quiet: false, shelvedUntil: null, ...over }) as Alarm
const hearing = { unheard: [], calling: false, mutedUntil: 0, last: null, now: 100_000 }

describe('a level one that nobody confirmed', () => {
  test('calls until it is taken up, returns, or was late from the start', () => {
    expect(calls(alarm())).toBe(true)
    for (const over of [
      { alarmLevel: 2 },
      { status: 1 },
      { shelvedUntil: '2026-11-20 08:30:00' },
      { status: 2 },
      { condition: 'returned' },
      { quiet: true },
    ] as const)
      expect(calls(alarm(over))).toBe(false)
  })

  test('sounds every five seconds and not sooner', () => {
    const sounded = (ago: number) => decideSound({ ...hearing, calling: true, last: { level: 1, at: hearing.now - ago } })
    expect(decideSound({ ...hearing, calling: true })).toBe(1)
    expect(sounded(repeatEvery - 1)).toBeNull()
    expect(sounded(repeatEvery)).toBe(1)
  })

  test('is not kept back by a lesser sound before it', () => {
    expect(decideSound({ ...hearing, calling: true, last: { level: 3, at: hearing.now - 2_000 } })).toBe(1)
  })
})

describe('new alarms', () => {
  test('sound by their level', () => {
    for (const alarmLevel of [1, 2, 3] as const)
      expect(decideSound({ ...hearing, unheard: [alarm({ alarmLevel })] })).toBe(alarmLevel)
  })

  test('many at once sound once, as the worst of them', () => {
    expect(decideSound({ ...hearing, unheard: [alarm({ alarmLevel: 3 }), alarm(), alarm({ alarmLevel: 2 })] })).toBe(1)
  })

  test('while one sounds, only a worse one is heard over it', () => {
    const last = { level: 2, at: hearing.now - 300 } as const
    expect(decideSound({ ...hearing, last, unheard: [alarm({ alarmLevel: 2 })] })).toBeNull()
    expect(decideSound({ ...hearing, last, unheard: [alarm({ alarmLevel: 3 })] })).toBeNull()
    expect(decideSound({ ...hearing, last, unheard: [alarm()] })).toBe(1)
  })

  test('late ones are silent', () => {
    expect(decideSound({ ...hearing, unheard: [alarm({ quiet: true })] })).toBeNull()
  })
})

describe('silence', () => {
  const mutedUntil = hearing.now + 60_000

  test('holds for what stands and for lesser alarms, until its time is over', () => {
    expect(decideSound({ ...hearing, mutedUntil, calling: true, unheard: [alarm({ alarmLevel: 2 })] })).toBeNull()
    expect(decideSound({ ...hearing, mutedUntil: hearing.now, calling: true })).toBe(1)
  })

  test('is ended by a new level one, unless that came late', () => {
    expect(staysMuted(mutedUntil, [alarm({ alarmLevel: 2 })])).toBe(mutedUntil)
    expect(staysMuted(mutedUntil, [alarm({ quiet: true })])).toBe(mutedUntil)
    expect(staysMuted(mutedUntil, [alarm({ alarmLevel: 3 }), alarm()])).toBe(0)
  })
})

describe('during a flood', () => {
  const fence = (id: number, over: Partial<Alarm> = {}) => anAlarm(id, { alarmLevel: 2, alarmType: 1, ruleId: '7', ...over })
  const hears = { since: '2026-11-20 08:00:00', heard: null, standing: [], calls: () => false }
  const sounding = (of: Parameters<typeof soundsOf>[0]) => soundsOf(of).sounding.map(({ id }) => id)

  test('the first of a cause sounds, and no other of it while the flood lasts', () => {
    const first = soundsOf({ ...hears, unheard: [fence(1), fence(2), fence(3, { ruleId: '8' })] })
    expect(first.sounding.map(({ id }) => id)).toEqual(['1', '3'])
    expect(sounding({ ...hears, heard: first.heard, unheard: [fence(4), fence(5, { ruleId: '9' })] })).toEqual(['5'])
    expect(sounding({ ...hears, since: '2026-11-20 09:00:00', heard: first.heard, unheard: [fence(4)] })).toEqual(['4'])
  })

  test('one that came late and in silence is not heard for its cause: the next sounds', () => {
    const late = soundsOf({ ...hears, unheard: [fence(1, { quiet: true })] })
    expect(decideSound({ ...hearing, unheard: late.sounding })).toBeNull()
    expect(sounding({ ...hears, heard: late.heard, unheard: [fence(2)] })).toEqual(['2'])
    expect(sounding({ ...hears, unheard: [fence(1, { quiet: true }), fence(2), fence(3)] })).toEqual(['1', '2'])
  })

  test('what stood before it is a cause that was heard, and level one is none', () => {
    expect(sounding({ ...hears, standing: [fence(1), fence(2)], unheard: [fence(2)] })).toEqual([])
    expect(sounding({ ...hears, standing: [fence(2)], unheard: [fence(2)] })).toEqual(['2'])
    expect(sounding({ ...hears, standing: [fence(1, { alarmLevel: 1 })], unheard: [fence(2)] })).toEqual(['2'])
  })

  test('level one, cries for help and what calls the operator himself always sound', () => {
    const unheard = [
      fence(1, { alarmLevel: 1 }),
      fence(2, { alarmLevel: 1 }),
      anAlarm(3, { alarmLevel: 3 }),
      anAlarm(4, { alarmLevel: 3 }),
    ]
    expect(sounding({ ...hears, unheard })).toEqual(['1', '2', '3', '4'])
    expect(sounding({ ...hears, standing: [fence(5)], unheard: [fence(6)], calls: () => true })).toEqual(['6'])
  })

  test('is over with it: everything sounds again', () => {
    const first = soundsOf({ ...hears, unheard: [fence(1)] })
    expect(soundsOf({ ...hears, since: null, heard: first.heard, unheard: [fence(2)] })).toEqual({
      sounding: [fence(2)],
      heard: null,
    })
  })
})
