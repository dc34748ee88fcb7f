import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

const most = 3_000
/** A page of its own, on which something waits for the first map. */
const aPage = async () => {
  const page = await import('./first-drawn.ts')
  const went = vi.fn<() => void>()
  void page.afterFirstMap(most).then(went)
  return { ...page, went }
}

/** A canvas whose card is done when it is told to be. */
const aCanvas = () => {
  const card = { done: false }
  const gl = {
    SIGNALED: 1,
    fenceSync: () => ({}),
    flush: () => undefined,
    isContextLost: () => false,
    getSyncParameter: () => (card.done ? 1 : 0),
    deleteSync: () => undefined,
  }
  return { card, canvas: { getContext: () => gl } as unknown as HTMLCanvasElement }
}

test('goes on when the card is done with the first map, and not before', async () => {
  const { mapIsDrawn, went } = await aPage()
  const { card, canvas } = aCanvas()
  mapIsDrawn(canvas)
  await vi.advanceTimersByTimeAsync(most - 500)
  expect(went).not.toHaveBeenCalled()
  card.done = true
  await vi.advanceTimersByTimeAsync(100)
  expect(went).toHaveBeenCalledOnce()
})

test('goes on at once where no map can be drawn', async () => {
  const { noMapIsDrawn, went } = await aPage()
  noMapIsDrawn()
  await vi.advanceTimersByTimeAsync(0)
  expect(went).toHaveBeenCalledOnce()
})

test('waits no longer than it was told for a map that never comes', async () => {
  const { went } = await aPage()
  await vi.advanceTimersByTimeAsync(most - 1)
  expect(went).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(went).toHaveBeenCalledOnce()
})
