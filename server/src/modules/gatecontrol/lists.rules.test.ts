import { expect, it } from 'vitest'
import { listMakes } from './lists.makes.ts'
import { pauseAfter, wantedOf } from './lists.rules.ts'

it('allows who is whitelisted and valid today, and blocks who is barred, whatever else is said of him', () => {
  const car = (plate: string, more: object = {}) => ({ plate, whiteList: true, validFrom: '', validTo: '', ...more })
  const wanted = wantedOf(
    [
      car('A'),
      car('B'),
      car('C', { whiteList: false }),
      car('D', { validFrom: '2026-11-28', validTo: '2026-11-28' }),
      car('E', { validFrom: '2026-11-29' }),
      car('F', { validTo: '2026-11-27' }),
    ],
    new Set(['B', 'X']),
    '2026-11-28',
  )
  expect(Object.fromEntries(wanted)).toEqual({
    A: { list: 'allow', from: '', until: '' },
    B: { list: 'block', from: '', until: '' },
    D: { list: 'allow', from: '2026-11-28', until: '2026-11-28' },
    X: { list: 'block', from: '', until: '' },
  })
})

it('leaves a device alone for longer each time, and one that does not take the login for longest', () => {
  expect([1, 2, 3, 9, 99].map((failures) => pauseAfter(failures, false) / 60_000)).toEqual([1, 2, 4, 15, 15])
  expect(pauseAfter(1, true)).toBeGreaterThan(pauseAfter(99, false))
})

it('takes no answer for a list that is none, or of which not all is told', () => {
  const seen = (make: 'hikvision' | 'dahua', ...texts: string[]) =>
    listMakes[make].seen(
      '皖A12345',
      texts.map((text) => ({ status: 200, text })),
    )
  const info = (plate: string): string =>
    `<LicensePlateInfo><id>7</id><LicensePlate>${plate}</LicensePlate><type>blackList</type></LicensePlateInfo>`
  const result = (...infos: string[]): string => `<LPListAuditSearchResult>${infos.join('')}</LPListAuditSearchResult>`
  expect(seen('hikvision', '<html>')).toBeNull()
  expect(seen('hikvision', result())).toEqual([])
  // One that only contains it is another, and one that is written with a dot is the same.
  expect(seen('hikvision', result(info('皖A123456'), info('皖A·12345')))).toMatchObject([{ list: 'block', id: '7' }])
  expect(seen('hikvision', result(...Array.from({ length: 50 }, () => info('皖B00000'))))).toBeNull()
  expect(seen('dahua', 'Error\r\nBad Request', 'found=0')).toBeNull()
  expect(seen('dahua', 'found=0\r\n', 'totalCount=0\r\nfound=0\r\n')).toEqual([])
  const records = (count: number): string =>
    [`found=${count}`, ...Array.from({ length: count }, (_, at) => `records[${at}].PlateNumber=皖B${at}`)].join('\r\n')
  expect(seen('dahua', records(49), 'found=0')).toEqual([])
  expect(seen('dahua', records(50), 'found=0')).toBeNull()
})
