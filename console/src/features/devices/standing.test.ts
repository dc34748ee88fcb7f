import { expect, test } from 'vitest'
import { presence } from '../../shared/moving/position-store.ts'
import { fixWords, standingOf } from './standing.ts'

const listedAt = Date.UTC(2026, 10, 20, 0, 14, 32)
const listed = { online: 1, lastOnline: '2026-11-20 08:14:32' } as const
const sighting = (at: number, more: { accuracy?: number | null; floor?: number | null } = {}) => ({
  lng: 118.3,
  lat: 31.1,
  fixAt: at,
  recvAt: at,
  speed: null,
  course: null,
  accuracy: 1.62,
  battery: null,
  floor: null,
  ...more,
})

test('the live stream tells how a device is heard, its record where it tells of none', () => {
  const at = listedAt + 28_000
  expect(standingOf(listed, null)).toEqual({ state: 'online', heardAt: listedAt })
  expect(standingOf({ online: 0, lastOnline: null }, null)).toEqual({ state: 'offline', heardAt: null })
  expect(standingOf(listed, { state: presence.stale, sighting: sighting(at) })).toEqual({ state: 'silent', heardAt: at })
  expect(standingOf(listed, { state: presence.gone, sighting: sighting(at) }).state).toBe('offline')
  // One that reports without a place is heard all the same.
  expect(standingOf(listed, { state: presence.none, sighting: null })).toEqual({ state: 'online', heardAt: listedAt })
  expect(standingOf(listed, { state: presence.online, sighting: sighting(listedAt - 60_000) }).heardAt).toBe(listedAt)
})

test('a place is told with how well it is known, an old one with its age', () => {
  const now = listedAt + 12 * 60_000
  const words = (...[live, fixedAt]: [Parameters<typeof fixWords>[0], number | null]) => fixWords(live, fixedAt, now, 'zh')
  expect(words({ state: presence.online, sighting: sighting(now) }, null)).toEqual({ text: '±1.6 m', quiet: false })
  expect(words({ state: presence.online, sighting: sighting(now, { floor: 3 }) }, null).text).toBe('±1.6 m · 3 层')
  expect(words({ state: presence.online, sighting: sighting(now, { accuracy: null, floor: 3 }) }, null).text).toBe('3 层')
  expect(words({ state: presence.stale, sighting: sighting(listedAt) }, null)).toEqual({ text: '12 分前的位置', quiet: true })
  expect(words(null, listedAt)).toEqual({ text: '12 分前的位置', quiet: true })
  expect(words(null, null)).toEqual({ text: '无定位', quiet: true })
})
