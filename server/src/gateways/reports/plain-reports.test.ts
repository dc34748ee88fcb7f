import { describe, expect, it } from 'vitest'
import { reportsAtMost } from '@vigil/contract/positions/report.ts'
import type { Incoming } from '../../modules/positions/index.ts'
import { readPlain, readReport } from './reports.ts'

const plain = { deviceType: 'badge', deviceId: 'B-1', time: '2026-11-20T08:15:00.250+08:00', lng: 118.3612345, lat: -31.17 }
const full = { ...plain, alt: 12.5, accuracy: 2.5, speed: 4.1, course: 90, floor: -1, battery: 79.6, sos: 'silent' }
/** All that is told of a report that may be a view. */
const toldOf = (report: Incoming) => {
  const { deviceType, deviceId, time, lng, lat, alt, accuracy, speed, course, temperature, floor, battery, kind } = report
  return { deviceType, deviceId, time, lng, lat, alt, accuracy, speed, course, temperature, floor, battery, kind }
}
const read = (text: string) => readPlain(Buffer.from(text))?.map(toldOf) ?? null
const bodyOf = (...reports: unknown[]): string => JSON.stringify({ reports })
/** What parsing and validating answers, report by report. */
const generally = (text: string): unknown[] => {
  const body = JSON.parse(text) as { reports: unknown[] }
  return body.reports.map((raw) => readReport(raw))
}

describe('a body as devices write it', () => {
  it.each([
    ['with all members', bodyOf(full, plain)],
    ['in another order each time', bodyOf(full, Object.fromEntries(Object.entries(full).reverse()), plain)],
    [
      'with spaces between its parts',
      JSON.stringify({ reports: [full, plain] }, null, 0)
        .replaceAll(/([:,{}[\]])/g, '$1 ')
        .replaceAll('08: 15: 00', '08:15:00')
        .replaceAll('+08: 00', '+08:00'),
    ],
    ['with numbers of many digits', bodyOf({ ...plain, lng: 118.36010490612345, lat: -0.30000000000000004 }, full)],
    ['with the most reports that are taken', bodyOf(...Array.from({ length: reportsAtMost }, () => full))],
  ])('is read as by parsing and validating it: %s', (_what, text) => {
    expect(read(text)).toEqual(generally(text))
  })

  it.each([
    ['no report', bodyOf()],
    ['more than are taken', bodyOf(...Array.from({ length: reportsAtMost + 1 }, () => plain))],
    ['a member that is not known', bodyOf({ ...plain, colour: 1 })],
    ['beacons', bodyOf({ ...plain, beacons: [] })],
    ['a member twice', bodyOf(plain).replace('"lat"', '"lng"')],
    ['a member less', bodyOf({ ...plain, time: undefined })],
    ['an escape', bodyOf(plain).replace('B-1', 'B\\u002d1')],
    ['a number of a device beyond ASCII', bodyOf({ ...plain, deviceId: '帽1' })],
    ['a number of a device that is to be trimmed', bodyOf({ ...plain, deviceId: 'B ' })],
    ['a number of a device that is too long', bodyOf({ ...plain, deviceId: 'B'.repeat(65) })],
    ['a number as a text', bodyOf({ ...plain, lng: '118.36' })],
    ['an exponent', bodyOf(plain).replace('118.3612345', '1.183612345e2')],
    ['a number that begins with 0', bodyOf(plain).replace('118.3612345', '0118')],
    ['a number without digits behind its point', bodyOf(plain).replace('118.3612345', '118.')],
    ['a number out of its range', bodyOf({ ...plain, lat: 91 })],
    ['a broken number where a whole one stands', bodyOf({ ...plain, floor: 1.5 })],
    ['no place', bodyOf({ ...plain, lng: 0, lat: 0 })],
    ['a day that there is not', bodyOf({ ...plain, time: '2026-02-30T00:00:00Z' })],
    ['something behind it', `${bodyOf(plain)} 1`],
    ['a list that does not end', bodyOf(plain).slice(0, -2)],
    ['a comma too many', bodyOf(plain).replace('}]', '},]')],
    ['another member beside the reports', `{"reports":[${JSON.stringify(plain)}],"more":1}`],
    ['nothing', ''],
  ])('is left to parsing and validating when it has %s', (_what, text) => expect(read(text)).toBeNull())
})

it('is right whenever it is sure, whatever becomes of a body on its way', () => {
  let seed = 11
  const dice = (below: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  const numbers = [
    '0',
    '-0',
    '1',
    '90',
    '-180',
    '180',
    '360',
    '100',
    '0.1',
    '118.3612345',
    '-31.000001',
    '2.50',
    '00',
    '1e2',
    '.5',
    '7.',
    '200',
    '1234567.8',
    '0.30000000000000004',
    '9007199254740993',
    'null',
    '"5"',
  ]
  const names = ['alt', 'accuracy', 'speed', 'course', 'floor', 'battery', 'lng', 'lat']
  const member = (name: string): string => `"${name}":${dice(6) === 0 ? numbers[dice(numbers.length)] : dice(90)}`
  const some = (): string[] => names.slice(0, dice(6) === 0 ? 8 : 6).filter(() => dice(2) === 0)
  const report = (): string => {
    const parts = [
      `"deviceType":"${['hat', 'badge', 'car', 'cat'][dice(20) === 0 ? 3 : dice(3)]}"`,
      `"deviceId":"${['B-1', 'M77', ' x', '🦺', 'a"b'][dice(30) === 0 ? 2 + dice(3) : dice(2)]}"`,
      `"time":"2026-${10 + dice(4)}-${10 + dice(22)}T0${dice(10)}:15:${dice(9)}${dice(9)}${['', '.5', '.250', '.1234567891'][dice(4)]}${['Z', '+08:00', '-0800'][dice(12) === 0 ? 2 : dice(2)]}"`,
      ...(dice(9) === 0 ? [] : [`"lng":${(dice(3_600_000) - 1_800_000) / 1e4}`, `"lat":${(dice(1_800_000) - 900_000) / 1e4}`]),
      ...some().map(member),
      ...(dice(8) === 0 ? [`"sos":"${['press', 'silent', 'loud'][dice(3)]}"`] : []),
    ]
    for (let turns = dice(3); turns > 0; turns -= 1) parts.push(...parts.splice(dice(parts.length), 1))
    return `{${parts.join(',')}}`
  }
  let sure = 0
  for (let round = 0; round < 30_000; round += 1) {
    const bytes = Buffer.from(`{"reports":[${Array.from({ length: 1 + dice(3) }, report).join(',')}]}`)
    // Now and then a byte falls over.
    if (dice(3) === 0) bytes[dice(bytes.length)] = 32 + dice(95)
    const quick = readPlain(bytes)?.map(toldOf) ?? null
    if (quick === null) continue
    sure += 1
    expect(quick, bytes.toString()).toEqual(generally(bytes.toString()))
  }
  expect(sure).toBeGreaterThan(1_000)
})
