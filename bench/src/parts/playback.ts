import type { Browser, Page } from '@playwright/test'
import { build, openBrowser } from '../browser.ts'
import { budget } from '../measure.ts'
import type { Part } from '../part.ts'
import { startPastSite } from '../past.ts'
import { readProfile, type Profiled } from '../profile.ts'
import { codeOf } from '../site.ts'

const hour = 3_600_000
const people = { full: 200, quick: 200 } as const
const hours = 8
const pace = 60
const screen = '/userSafeMgmt/trackHisMgmt'
/** Of the list of names: more than there is room for. */
const seenRows = 20
const window = { width: 1366, height: 768 }

const wire = (time: number): string => new Date(time + 8 * hour).toISOString().slice(0, 19).replace('T', ' ')

/** Runs in the page before anything else: notes every task of the main thread that is longer than 50 ms. */
const watchTasks = `
  window.tasks = []
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask' })
`

/** The screen as somebody has it before anything is opened. */
const ready = async (browser: Browser, origin: string, token: string): Promise<Page> => {
  const context = await browser.newContext({ viewport: window, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  const page = await context.newPage()
  await page.addInitScript(`sessionStorage.setItem('login_token', ${JSON.stringify(token)}); ${watchTasks}`)
  await page.goto(`${origin}${screen}`)
  await page
    .getByRole('region', { name: '选择人员和设备' })
    .getByRole('button', { name: /人员\d/ })
    .first()
    .waitFor()
  await page.waitForTimeout(1_500)
  return page
}

interface Opened {
  /** Milliseconds until whoever opened it can play it, the picture painted. */
  readonly took: number
  readonly longest: number
}

/** Opens what an address names, as a link within the console does. */
const open = async (page: Page, address: string, rows: number): Promise<Opened> =>
  page.evaluate<Opened>(`new Promise((resolve, reject) => {
    window.tasks.splice(0)
    const from = performance.now()
    history.pushState(null, '', ${JSON.stringify(address)})
    dispatchEvent(new PopStateEvent('popstate'))
    const painted = () => requestAnimationFrame(() => setTimeout(() => {
      const took = performance.now() - from
      setTimeout(() => resolve({ took, longest: Math.max(0, ...window.tasks) }), 500)
    }))
    // No frame is asked for meanwhile: it would be drawn.
    const watch = new MutationObserver(() => {
      if (!document.querySelector('[aria-label="播放时刻"] input[type=range]') ||
        document.querySelectorAll('[aria-label="历史轨迹"] li').length < ${Math.min(rows, seenRows)}) return
      watch.disconnect()
      painted()
    })
    watch.observe(document.body, { childList: true, subtree: true })
    setTimeout(() => reject(new Error('nothing was opened within a minute')), 60_000)
  })`)

export const part: Part = {
  about: `Tracks of ${people.full} people over ${hours} hours in a browser, a fix of each in ten seconds.`,
  order: 74,
  run: async (deps) => {
    const count = deps.quick ? people.quick : people.full
    const folder = await build(deps, 'console', 'console/vite.config.ts', 'console')
    const begin = Math.floor(Date.now() / hour) * hour - 12 * hour
    const { origin, token } = await startPastSite(deps, { people: count, begin, hours }, { VIGIL_CONSOLE_DIR: folder })
    const browser = await openBrowser(deps)
    const devices = Array.from({ length: count }, (_, person) => `badge:${codeOf(person)}`).join(',')
    const address = `${screen}?${new URLSearchParams({ devices, from: wire(begin), to: wire(begin + hours * hour - 1_000) }).toString()}`
    const opened: Opened[] = []
    for (let round = 0; round < 3; round += 1) {
      const page = await ready(browser, origin, token)
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Profiler.enable')
      if (round === 2) await devtools.send('Profiler.start')
      const one = await open(page, address, count)
      if (round === 2) {
        const { profile } = await devtools.send('Profiler.stop')
        const read: Profiled = readProfile(profile)
        deps.say(JSON.stringify(read.dearest))
      }
      opened.push(one)
      deps.say(JSON.stringify(one))
      await page.screenshot({ path: '/tmp/n2-open.png' })
      await page.context().close()
    }
    return [
      budget({
        what: 'opened',
        ours: opened.map(({ took }) => took),
        calibration: '',
        unit: 'ms',
        limit: { atMost: 2_000 },
      }),
    ]
  },
}
