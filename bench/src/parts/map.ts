import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { build, openBrowser, serveFolder } from '../browser.ts'
import { against, budget, spreadOf } from '../measure.ts'
import type { Part } from '../part.ts'

/** What the page says of the last frame of our layer. */
interface Drawn {
  readonly sprites: number
  readonly reached: boolean | null
  readonly frame: number
}
type Way = 'console' | 'each' | 'setData' | 'bare'

const open = async (browser: Browser, origin: string, way: Way, crowd = 'walking'): Promise<Page> => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  page.on('pageerror', (error) => console.error(error))
  await page.goto(`${origin}/?crowd=${crowd}&way=${way}`)
  await page.waitForFunction('window.bench !== undefined', undefined, { timeout: 60_000 })
  return page
}
const next = (page: Page, probe: boolean): Promise<number> => page.evaluate<number>(`window.bench.next(${probe})`)
const longest = async (page: Page): Promise<number> => Math.max(0, ...(await page.evaluate<number[]>('window.bench.longTasks()')))

/** One message a second, each followed until its picture is there; the median of them. */
const delayOf = async (
  browser: Browser,
  origin: string,
  way: Way,
  messages: number,
): Promise<{ delay: number; labels: number }> => {
  const page = await open(browser, origin, way)
  try {
    const delays: number[] = []
    for (let index = -3; index < messages; index += 1) {
      const delay = await next(page, true)
      if (index >= 0) delays.push(delay)
      await pause(Math.max(0, 1_000 - delay))
    }
    const drawn = await page.evaluate<Drawn | null>('window.bench.drawn()')
    if (way !== 'setData' && (drawn === null || drawn.reached !== true || drawn.sprites < 10_000))
      throw new Error(`the layer drew nothing: ${JSON.stringify(drawn)}`)
    const labels = await page.evaluate<number>('window.bench.labels()')
    if (way === 'console' && labels === 0) throw new Error('no name is written on the map')
    return { delay: spreadOf(delays).median, labels }
  } finally {
    await page.close()
  }
}

/** The longest task of the console's way over so many seconds without and with a message a second, and nothing else. */
const longTasksOf = async (browser: Browser, origin: string, seconds: number): Promise<{ idle: number; busy: number }> => {
  const page = await open(browser, origin, 'console')
  try {
    for (let index = 0; index < 3; index += 1) {
      await next(page, false)
      await pause(1_000)
    }
    await page.evaluate('window.bench.burn(120)')
    await pause(1_000)
    if ((await longest(page)) < 100) throw new Error('a long task was not noticed')
    await pause(seconds * 1_000)
    const idle = await longest(page)
    for (let index = 0; index < seconds; index += 1) {
      await next(page, false)
      await pause(1_000)
    }
    return { idle, busy: await longest(page) }
  } finally {
    await page.close()
  }
}

/** Frames a second while the map is dragged about and all of 5,000 go on, every 3 s, with more alarms than there is room for names. */
const draggedAt = async (browser: Browser, origin: string, way: Way): Promise<number> => {
  const page = await open(browser, origin, way, 'dragged')
  try {
    for (let index = 0; index < 3; index += 1) {
      await next(page, false)
      await pause(1_000)
    }
    const ended = new AbortController()
    const feeding = (async (): Promise<void> => {
      while (!ended.signal.aborted) {
        await next(page, false)
        await pause(3_000)
      }
    })()
    const rate = await page.evaluate<number>('window.bench.drag(4000)')
    ended.abort()
    await feeding
    return rate
  } finally {
    await page.close()
  }
}

export const part: Part = {
  about:
    '10,000 things that all move once a second on a map of 1280 × 800 (software WebGL): from the frame of the live hub to the picture that shows it, proved by its pixels. "as shipped" gathers crowds into discs and writes names, "one by one" draws 10,000 markers; the peer is the same map with a GeoJSON source and the same pictures as icons. Dragged about, 5,000 that move every 3 s with 300 alarms at zoom 15 are held against the plan with nothing upon it: without a graphics card the plan alone comes to some ten frames a second, and what moves may take as much again.',
  order: 80,
  run: async (deps) => {
    const origin = await serveFolder(deps, await build(deps, 'bench/page', 'bench/page/vite.config.ts', 'page'))
    const browser = await openBrowser(deps)
    const messages = deps.quick ? 5 : 10
    const ways: Record<Exclude<Way, 'bare'>, number[]> = { console: [], each: [], setData: [] }
    const rates: Record<'bare' | 'console', number[]> = { bare: [], console: [] }
    const tasks: { idle: number; busy: number }[] = []
    let labels = 0
    for (let round = 0; round < deps.rounds; round += 1) {
      const order: (keyof typeof ways)[] = round % 2 === 0 ? ['console', 'setData', 'each'] : ['each', 'setData', 'console']
      for (const way of order) {
        const measured = await delayOf(browser, origin, way, messages)
        ways[way].push(measured.delay)
        if (way === 'console') ({ labels } = measured)
      }
      tasks.push(await longTasksOf(browser, origin, messages))
      for (const way of ['console', 'bare'] as const) rates[way].push(await draggedAt(browser, origin, way))
    }
    const peer = { peer: ways.setData, peerName: 'setData', unit: 'ms', limit: { atMost: 0.5 } }
    return [
      against({ what: `message to picture, as shipped (${labels} names written)`, ours: ways.console, ...peer }),
      against({ what: 'message to picture, one by one', ours: ways.each, ...peer }),
      against({
        what: 'dragged about with 5,000 that move',
        ours: rates.console,
        peer: rates.bare,
        peerName: 'the plan alone',
        unit: '/s',
        limit: { atLeast: 0.4 },
      }),
      budget({
        what: 'longest task while messages come, as shipped',
        ours: tasks.map(({ busy }) => busy),
        calibration: `without messages: ${tasks.map(({ idle }) => Math.round(idle)).join(', ')} ms`,
        unit: 'ms',
        limit: { atMost: 100 },
      }),
    ]
  },
}
