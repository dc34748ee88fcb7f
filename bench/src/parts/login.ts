import type { Browser } from '@playwright/test'
import Fastify from 'fastify'
import { serveConsole } from '../../../server/src/kernel/console-files.ts'
import { build, openBrowser } from '../browser.ts'
import { against, alternate, budget } from '../measure.ts'
import type { Part, PartDeps } from '../part.ts'

/** What only the map or the charts bring along. */
const mapOrCharts = /maplibregl-canvas-container|zrender/

/** Runs in the page before anything else: notes the first frame in which a password can be typed, and when that frame is painted. */
const watchForm = `
  const look = () => {
    const field = document.querySelector('form input[type=password]')
    if (!field || field.getClientRects().length === 0) return requestAnimationFrame(look)
    window.formAt = performance.now()
    setTimeout(() => { window.paintedAt = performance.now() })
  }
  requestAnimationFrame(look)
`
interface Visit {
  /** Milliseconds from the address to the painted form, and to the first paint of anything. */
  readonly paintedAt: number
  readonly firstAt: number
  /** What was asked for before the form stood in a frame, with its headers. */
  readonly files: readonly { readonly url: string; readonly bytes: number }[]
}

/** A built console as our own server hands it out, which has no call behind it. */
const serve = async (deps: PartDeps, folder: string): Promise<string> => {
  const fastify = Fastify()
  await serveConsole(fastify, folder)
  const origin = await fastify.listen({ port: 0, host: '127.0.0.1' })
  deps.onEnd(() => fastify.close())
  return origin
}

const visit = async (browser: Browser, origin: string): Promise<Visit> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(watchForm)
    await page.goto(`${origin}/login`, { waitUntil: 'commit' })
    await page.waitForFunction(
      "window.paintedAt !== undefined && performance.getEntriesByType('paint').length === 2",
      undefined,
      {
        timeout: 30_000,
      },
    )
    return await page.evaluate<Visit>(`({
      paintedAt: window.paintedAt,
      firstAt: performance.getEntriesByName('first-contentful-paint')[0].startTime,
      files: [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .filter(({ startTime }) => startTime < window.formAt)
        .map(({ name, transferSize }) => ({ url: name, bytes: transferSize })),
    })`)
  } finally {
    await context.close()
  }
}

export const part: Part = {
  about:
    'The sign-in page of the built console on a cold cache, as our own server hands it out: everything asked for before its form can be typed into, and when it is painted, against the same console built as one file. RuoYi, which the goal of 140 KiB was set beside, is not available here.',
  order: 70,
  run: async (deps) => {
    const shipped = await serve(deps, await build(deps, 'console', 'console/vite.config.ts', 'shipped'))
    const single = await serve(deps, await build(deps, 'console', 'bench/page/single-bundle.config.ts', 'single'))
    const browser = await openBrowser(deps)
    await visit(browser, shipped)
    await visit(browser, single)
    const visits = await alternate(
      deps.rounds,
      () => visit(browser, shipped),
      () => visit(browser, single),
    )
    const bytesOf = ({ files }: Visit): number => files.reduce((sum, { bytes }) => sum + bytes, 0)
    const first = visits.ours[0]
    if (!first || visits.ours.some(({ files }) => files.length < 4 || files.some(({ bytes }) => bytes === 0)))
      throw new Error('a file of the sign-in page was not measured')
    for (const { url, bytes } of first.files) deps.say(`${new URL(url).pathname} ${(bytes / 1024).toFixed(1)} KiB`)
    const loaded = await Promise.all(first.files.map(async ({ url }) => (await fetch(url)).text()))
    const whole = await Promise.all((visits.peer[0]?.files ?? []).map(async ({ url }) => (await fetch(url)).text()))
    if (!whole.some((text) => mapOrCharts.test(text))) throw new Error('the map would not be known if it were loaded')
    return [
      budget({
        what: 'on the wire before the form can be typed into, brotli',
        ours: visits.ours.map((seen) => bytesOf(seen) / 1024),
        calibration: `${first.files.length} files; the console as one file: ${Math.round(bytesOf(visits.peer[0] ?? first) / 1024)} KiB`,
        unit: 'KiB',
        limit: { atMost: 140 },
      }),
      budget({
        what: 'of it files with map or chart code',
        ours: [loaded.filter((text) => mapOrCharts.test(text)).length],
        calibration: 'found in the console as one file',
        unit: 'files',
        limit: { atMost: 0 },
      }),
      against({
        what: 'form painted',
        ours: visits.ours.map(({ paintedAt }) => paintedAt),
        peer: visits.peer.map(({ paintedAt }) => paintedAt),
        peerName: 'one file',
        unit: 'ms',
        limit: { atMost: 1 },
      }),
      against({
        what: 'first paint of anything',
        ours: visits.ours.map(({ firstAt }) => firstAt),
        peer: visits.peer.map(({ firstAt }) => firstAt),
        peerName: 'one file',
        unit: 'ms',
        // A console that comes later shows its mark meanwhile; this one's first paint is the form already.
        limit: { atMost: 1.5 },
      }),
    ]
  },
}
