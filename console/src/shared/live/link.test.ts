import { describe, expect, test } from 'vitest'
import { graceAfter, idle, step, suspectAfter, waitBefore, welcomeWithin, type Link, type Signal } from './link.ts'

/** Plays signals at their times and answers the state after each. */
const play = (from: Link, ...signals: readonly (readonly [at: number, signal: Signal])[]): Link[] => {
  let link = from
  return signals.map(([at, signal]) => {
    link = step(link, signal, at, 0)
    return link
  })
}
const last = (states: readonly Link[]): Link => states.at(-1) ?? idle
const live = last(play(idle, [0, 'start'], [100, 'welcome']))

describe('the link', () => {
  test('goes live with the welcome', () => {
    expect(live).toMatchObject({ kind: 'live', heardAt: 100 })
  })

  test('gives up on a server that never says welcome', () => {
    const [, , late] = play(idle, [0, 'start'], [5_000, 'clock'], [welcomeWithin, 'clock'])
    expect(late).toMatchObject({ kind: 'waiting' })
  })

  test('suspects silence after 4 s, and is dead 2 s later', () => {
    const [quiet, suspect, dead] = play(
      live,
      [100 + suspectAfter - 1, 'clock'],
      [100 + suspectAfter, 'clock'],
      [100 + suspectAfter + graceAfter, 'clock'],
    )
    expect(quiet).toBe(live)
    expect(suspect).toMatchObject({ kind: 'stale', deadAt: 100 + suspectAfter + graceAfter })
    expect(dead).toMatchObject({ kind: 'waiting' })
  })

  test('a sign of life brings a suspected link back', () => {
    expect(last(play(live, [5_000, 'clock'], [5_500, 'heard']))).toMatchObject({ kind: 'live', heardAt: 5_500 })
  })

  test('a computer that slept gives the link its grace instead of closing it at once', () => {
    expect(last(play(live, [3_600_000, 'clock']))).toMatchObject({ kind: 'stale', deadAt: 3_602_000 })
  })

  test('waits 1, 2, 4, 8, then 15 s while nothing answers', () => {
    let link: Link = step(idle, 'start', 0, 0)
    let now = 0
    const waits: number[] = []
    for (let round = 0; round < 6; round += 1) {
      link = step(link, 'closed', now, 0)
      if (link.kind !== 'waiting') throw new Error(`unexpected ${link.kind}`)
      waits.push(link.until - now)
      now = link.until
      link = step(link, 'clock', now, 0)
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000])
  })

  test('a link that was good starts again with the shortest wait, one that flaps does not', () => {
    const tried: Link = { kind: 'live', attempt: 3, since: 0, heardAt: 0 }
    expect(step(tried, 'closed', 60_000, 0)).toMatchObject({ until: 61_000, attempt: 1 })
    expect(step(tried, 'closed', 1_000, 0)).toMatchObject({ until: 9_000, attempt: 4 })
  })

  test('waits at most a quarter less by chance', () => {
    expect(waitBefore(0, 0.999)).toBeGreaterThanOrEqual(750)
    expect(waitBefore(9, 0)).toBe(15_000)
  })

  test('network or page coming back ends the waiting, and puts a live link to the proof', () => {
    const waiting = step(live, 'closed', 200, 0)
    expect(step(waiting, 'shaken', 300, 0)).toMatchObject({ kind: 'connecting' })
    expect(step(live, 'shaken', 300, 0)).toMatchObject({ kind: 'stale' })
  })

  test.each<Link>([step(idle, 'start', 0, 0), live, step(live, 'closed', 0, 0), step(live, 'shaken', 0, 0)])(
    'stop ends $kind',
    (link) => expect(step(link, 'stop', 1, 0)).toBe(idle),
  )

  test('an ended session is not asked for again and again', () => {
    expect(step(live, 'refused', 0, 0)).toMatchObject({ kind: 'waiting', until: 15_000 })
  })
})
