import { expect, test } from 'vitest'
import { alarmTypes, reportWords } from '@vigil/contract/alarms/types.ts'
import { cast } from '../cast.ts'
import { day, hour, minute } from './calendar.ts'
import type { Step } from './step.ts'
import { historyUntil } from './timeline.ts'

const now = Date.parse('2026-11-20T14:10:00+08:00')
const zone = 'Asia/Shanghai'
const stepsUntil = (at: number): Step[] => [...historyUntil(at, 'test', zone).steps]
const steps = stepsUntil(now)
const reports = steps.flatMap((step) => (step.kind === 'reports' ? step.reports : []))
const localHour = (time: string): number => new Date(Date.parse(time) + 8 * hour).getUTCHours()

test('everything comes in the order of time, in posts that the server takes, a device’s reports one after the other', () => {
  const last = new Map<string, number>()
  let before = 0
  for (const step of steps) {
    expect(step.at).toBeGreaterThanOrEqual(before)
    before = step.at
    if (step.kind !== 'reports') continue
    expect(step.reports.length).toBeLessThanOrEqual(2_000)
    for (const { deviceId, time } of step.reports) {
      const at = Date.parse(time)
      expect(at).toBeLessThanOrEqual(step.at + minute)
      if (at <= (last.get(deviceId) ?? 0)) throw new Error(`${deviceId} goes back in time at ${time}`)
      last.set(deviceId, at)
    }
  }
  expect(before).toBeLessThanOrEqual(now)
})

test('days are full, nights nearly empty; who is on at the end was there until then, and nobody else lately', () => {
  const heard = (from: number, to: number) =>
    new Set(
      reports
        .filter(({ time }) => localHour(time) >= from && localHour(time) < to && Date.parse(time) < now - day)
        .map((one) => `${one.deviceId} ${one.time.slice(0, 10)}`),
    ).size
  expect(heard(10, 11) / 14).toBeGreaterThan(200)
  expect(heard(3, 4) / 14).toBeLessThan(20)
  const lately = new Set(reports.filter(({ time }) => Date.parse(time) > now - 20 * minute).map(({ deviceId }) => deviceId))
  const on = [...cast.helmets, ...cast.badges, ...cast.cars].filter(({ onShift }) => onShift).length
  expect(lately.size).toBe(on)
  const ever = new Set(reports.map(({ deviceId }) => deviceId)).size
  expect(cast.helmets.length + cast.badges.length + cast.cars.length - ever).toBeLessThanOrEqual(5)
})

test('helmets push only what is an alarm, and nothing by another word than its type has', () => {
  const pushed = new Set(steps.flatMap((step) => (step.kind === 'push' ? [step.sosType] : [])))
  const { hazard, helmetOff, fall } = alarmTypes
  expect([...pushed].toSorted()).toEqual([hazard, helmetOff, fall].map(({ sosType }) => sosType).toSorted())
  const called = new Set(reports.flatMap(({ sos }) => sos ?? []))
  expect([...called].toSorted()).toEqual(reportWords.toSorted())
})

test('every alarm is handled within minutes with a reason, but for what has just happened', () => {
  const handled = steps.filter((step) => step.kind === 'handle')
  const raised = steps.filter(
    (step) => step.kind === 'push' || (step.kind === 'reports' && step.reports.some(({ sos }) => sos !== undefined)),
  )
  expect(handled.length).toBeGreaterThan(70)
  expect(raised.length).toBeGreaterThan(20)
  for (const { handling } of handled) {
    expect(handling.after).toBeLessThanOrEqual(7 * minute)
    expect(handling.handleNote).not.toBe('')
  }
  expect(handled.filter(({ handling }) => handling.by === 'operator').length / handled.length).toBeGreaterThan(0.8)
})

test('at whatever hour a demo begins, whoever is on has been there for hours', () => {
  for (const hours of [3, 21]) {
    const end = Date.parse('2026-11-20T00:00:00+08:00') + hours * hour
    const at = new Set<string>()
    for (const step of stepsUntil(end))
      if (step.kind === 'reports')
        for (const { deviceId, time } of step.reports)
          if (Math.abs(Date.parse(time) - (end - 2 * hour)) < 10 * minute) at.add(deviceId)
    for (const { imei, onShift } of cast.helmets) if (onShift) expect(at.has(imei)).toBe(true)
  }
})

test('the same plant has the same past', () => {
  // They are made as they are taken: the rest of another two weeks is not.
  const again: Step[] = []
  for (const step of historyUntil(now, 'test', zone).steps) {
    again.push(step)
    if (again.length === 200) break
  }
  // What is done is a function, and no two of them are one.
  const plain = (list: readonly Step[]): unknown => JSON.parse(JSON.stringify(list))
  expect(plain(again)).toEqual(plain(steps.slice(0, 200)))
})
