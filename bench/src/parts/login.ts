import type { Browser } from '@playwright/test'
import { build, openBrowser, serveFolder } from '../browser.ts'
import { against, alternate, budget } from '../measure.ts'
import type { Part } from '../part.ts'

/** What only the map or the charts bring along. */
const mapOrCharts = /maplibregl-canvas-container|zrender/

/** Runs in the page before anything else: notes the first frame in which a password can be typed. */
const watchForm = `
  const look = () => {
    const field = document.querySelector('form input[type=password]')
    if (field && field.getClientRects().length > 0) window.formAt = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
`
interface Visit {
  readonly formAt: number
  readonly scripts: readonly { readonly url: string; readonly bytes: number }[]
}

const visit = async (browser: Browser, origin: string): Promise<Visit> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(watchForm)
    await page.goto(`${origin}/login`, { waitUntil: 'commit' })
    await page.waitForFunction('window.formAt !== undefined', undefined, { timeout: 30_000 })
    return await page.evaluate<Visit>(`({
      formAt: window.formAt,
      scripts: performance.getEntriesByType('resource')
        .filter(({ name, startTime }) => new URL(name).pathname.endsWith('.js') && startTime < window.formAt)
        .map(({ name, encodedBodySize }) => ({ url: name, bytes: encodedBodySize })),
    })`)
  } finally {
    await context.close()
  }
}

export const part: Part = {
  about:
    'The sign-in page of the built console on a cold cache: JavaScript asked for before its form can be typed into, and when that is, against the same console built as one file.',
  order: 70,
  run: async (deps) => {
    const shipped = await serveFolder(deps, await build(deps, 'console', 'console/vite.config.ts', 'shipped'))
    const single = await serveFolder(deps, await build(deps, 'console', 'bench/page/single-bundle.config.ts', 'single'))
    const browser = await openBrowser(deps)
    await visit(browser, shipped)
    await visit(browser, single)
    const visits = await alternate(
      deps.rounds,
      () => visit(browser, shipped),
      () => visit(browser, single),
    )
    const bytesOf = ({ scripts }: Visit): number => scripts.reduce((sum, { bytes }) => sum + bytes, 0)
    const first = visits.ours[0]
    if (!first || first.scripts.length === 0 || visits.ours.some(({ scripts }) => scripts.some(({ bytes }) => bytes === 0)))
      throw new Error('a script of the sign-in page was not measured')
    for (const { url, bytes } of first.scripts) deps.say(`${new URL(url).pathname} ${(bytes / 1024).toFixed(1)} KiB`)
    const loaded = await Promise.all(first.scripts.map(async ({ url }) => (await fetch(url)).text()))
    const whole = await Promise.all((visits.peer[0]?.scripts ?? []).map(async ({ url }) => (await fetch(url)).text()))
    if (!whole.some((text) => mapOrCharts.test(text))) throw new Error('the map would not be known if it were loaded')
    return [
      budget({
        what: 'JavaScript before the form is visible, gzip',
        ours: visits.ours.map((seen) => bytesOf(seen) / 1024),
        calibration: `${first.scripts.length} files; the console as one file: ${Math.round(bytesOf(visits.peer[0] ?? first) / 1024)} KiB`,
        unit: 'KiB',
        limit: { atMost: 220 },
      }),
      budget({
        what: 'of it files with map or chart code',
        ours: [loaded.filter((text) => mapOrCharts.test(text)).length],
        calibration: 'found in the console as one file',
        unit: 'files',
        limit: { atMost: 0 },
      }),
      against({
        what: 'form visible',
        ours: visits.ours.map(({ formAt }) => formAt),
        peer: visits.peer.map(({ formAt }) => formAt),
        peerName: 'one file',
        unit: 'ms',
        limit: { atMost: 1 },
      }),
    ]
  },
}
