import type { Language } from '@vigil/contract/kernel/text.ts'
import { blankAlarm } from '@vigil/contract/alarms/blank-alarm.ts'
import type { CallRecord } from '@vigil/contract/telephony/entities.ts'
import { expect, it } from 'vitest'
import { createThinner, drawingOf, type Spot } from './drawing.ts'
import { casePage } from './page.ts'

const call: CallRecord = {
  id: '3',
  caller: { kind: 'user', id: '1', number: '8001', name: '' },
  callee: { kind: 'hat', id: '2', number: '9100', name: 'H-100' },
  dialled: '9100',
  hasVideo: false,
  alarmId: '9',
  outcome: 'completed',
  startedAt: '2026-11-26 08:01:00',
  answeredAt: '2026-11-26 08:01:05',
  endedAt: '2026-11-26 08:01:17',
  room: null,
  duration: 12,
}

const spot = (at: number, lng = 121, lat = 31): Spot => ({ at, lng, lat })

it('thins a way evenly and keeps its end', () => {
  const thinner = createThinner(100)
  for (let at = 0; at <= 1_000; at += 1) thinner.add(spot(at))
  const kept = thinner.spots().map(({ at }) => at)
  expect([kept[0], kept.at(-1), kept.length <= 101]).toEqual([0, 1_000, true])
  const steps = kept.slice(1, -1).map((at, index) => at - (kept[index] ?? 0))
  expect(new Set(steps)).toEqual(new Set([16]))
})

it('draws nothing over a time of which nothing is known, and one who stood still', () => {
  const minute = 60_000
  const walked = [spot(0), spot(minute, 121.001), spot(10 * minute, 121.002), spot(11 * minute, 121.003)]
  expect(drawingOf(walked, null).match(/<polyline/g)).toHaveLength(2)
  expect(drawingOf([spot(0)], { lng: 121, lat: 31 })).not.toContain('NaN')
})

it('says in either language what somebody wrote, as words and never as markup', () => {
  const page = (language: Language) =>
    casePage({
      manifest: {
        case: {
          id: '7',
          title: '<img src=x onerror=alert(1)>',
          note: '"><script>1</script>',
          status: 'open',
          alarmId: '9',
          department: '',
          createdBy: '系统',
          createdAt: '2026-11-26 08:00:00',
        },
        exportedAt: '2026-11-26 09:00:00',
        exportedBy: '<i>',
        timeZone: 'Asia/Shanghai',
        items: [],
        history: [],
      },
      number: '000007',
      alarm: { ...blankAlarm, deviceName: '<u>', source: { kind: 'device', id: '1', label: '<u>' } },
      steps: [],
      others: [],
      calls: [{ ...call, caller: { ...call.caller, name: '<u>' } }],
      notes: [{ by: '<a>', at: '', text: '<style>' }],
      track: [],
      toWire: String,
      language,
    })
  for (const language of ['zh', 'en'] as const) {
    expect(page(language)).not.toMatch(/<(img|script|i|u|a)[ >]/)
    for (const said of ['<img src=x onerror=alert(1)>', '<style>'])
      expect(page(language)).toContain(said.replace('<', '&lt;').replace('>', '&gt;'))
  }
  expect(page('en')).toContain('Evidence case 000007 · Open · System')
  expect(page('en')).toContain('<td>&lt;u&gt; 8001</td><td>H-100 9100</td><td>Answered</td><td>12</td>')
  expect(page('zh')).toContain('<td>H-100 9100</td><td>已接通</td>')
})
