import { describe, expect, test } from 'vitest'
import { runBulk } from './run-bulk.ts'

const items = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const run = (
  act: (item: string) => Promise<void>,
  signal: AbortSignal,
  onProgress: (finished: number) => void = () => undefined,
) => runBulk({ items, act, signal, onProgress, reasonOf: (error) => (error as Error).message })

describe('the same done to many', () => {
  test('what was refused says why, the others are done, in the order of the items', async () => {
    const finished: number[] = []
    const outcomes = await run(
      (item) => (item === 'c' ? Promise.reject(new Error('no')) : Promise.resolve()),
      new AbortController().signal,
      (count) => finished.push(count),
    )
    expect(outcomes.map(({ item, state }) => `${item} ${state}`)).toEqual([
      'a done',
      'b done',
      'c refused',
      'd done',
      'e done',
      'f done',
      'g done',
    ])
    expect(outcomes[2]?.reason).toBe('no')
    expect(finished).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  test('never more than four at once', async () => {
    let running = 0
    let most = 0
    await run(async () => {
      running += 1
      most = Math.max(most, running)
      await Promise.resolve()
      await Promise.resolve()
      running -= 1
    }, new AbortController().signal)
    expect(most).toBe(4)
  })

  test('stopped, nothing more is begun and what runs is waited for', async () => {
    const stop = new AbortController()
    const begun: string[] = []
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const outcomes = run(async (item) => {
      begun.push(item)
      await held
    }, stop.signal)
    stop.abort()
    release()
    expect((await outcomes).map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done', 'skipped', 'skipped', 'skipped'])
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
  })
})
