import type { Browser, Page } from '@playwright/test'
import { build, openBrowser } from '../browser.ts'
import { alternate, budget, plain, spreadOf } from '../measure.ts'
import type { Part } from '../part.ts'
import { hourMs, startPastSite, wire } from '../past.ts'
import { readProfile, type Profiled } from '../profile.ts'
import { codeOf } from '../site.ts'

/** As many as the screen opens at a time, and a shift. */
const people = 200
const hours = 8
const pace = 60
const screen = '/userSafeMgmt/trackHisMgmt'
/** Of the list of names: more than there is room for. */
const seenRows = 20
const window = { width: 1366, height: 768 }

/** Runs in the page before anything else: notes every task of the main thread that is longer than 50 ms. */
const watchTasks = `
  window.tasks = []
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask' })
`

/** The screen as somebody has it before anything is opened. */
const onScreen = async <T>(browser: Browser, origin: string, token: string, look: (page: Page) => Promise<T>): Promise<T> => {
  const context = await browser.newContext({ viewport: window, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  try {
    const page = await context.newPage()
    await page.addInitScript(`sessionStorage.setItem('login_token', ${JSON.stringify(token)}); ${watchTasks}`)
    await page.goto(`${origin}${screen}`)
    await page
      .getByRole('region', { name: '选择人员和设备' })
      .getByRole('button', { name: /人员\d/ })
      .first()
      .waitFor()
    await page.waitForTimeout(1_500)
    return await look(page)
  } finally {
    await context.close()
  }
}

interface Opened {
  /** Milliseconds until whoever opened it can play it, the picture painted. */
  readonly took: number
  /** Of the longest task until then and just after; 0: none was over 50 ms. */
  readonly longest: number
}

/** Opens what an address names, as a link within the console does. */
const open = (page: Page, address: string): Promise<Opened> =>
  page.evaluate<Opened>(`new Promise((resolve, reject) => {
    window.tasks.splice(0)
    const from = performance.now()
    history.pushState(null, '', ${JSON.stringify(address)})
    dispatchEvent(new PopStateEvent('popstate'))
    const rows = Math.min(${seenRows}, new URL(location.href).searchParams.get('devices').split(',').length)
    const painted = () => requestAnimationFrame(() => setTimeout(() => {
      const took = performance.now() - from
      setTimeout(() => resolve({ took, longest: Math.max(0, ...window.tasks) }), 1_000)
    }))
    // No frame is asked for meanwhile: it would be drawn.
    const watch = new MutationObserver(() => {
      if (!document.querySelector('[aria-label="播放时刻"] input[type=range]') ||
        document.querySelectorAll('[aria-label="历史轨迹"] li').length < rows) return
      watch.disconnect()
      painted()
    })
    watch.observe(document.body, { childList: true, subtree: true })
    setTimeout(() => reject(new Error('nothing was opened within a minute')), 60_000)
  })`)

interface Played {
  /** Recorded seconds that passed in one second. */
  readonly pace: number
  readonly frames: number
  /** Milliseconds of the longest time in which nothing new was shown. */
  readonly still: number
}

/** Plays what is open for so many seconds, once it has begun. */
const play = async (page: Page, seconds: number): Promise<Played> => {
  const timeline = page.getByRole('region', { name: '播放时刻' })
  await timeline.getByText(`${pace}×`, { exact: true }).click()
  await timeline.getByRole('button', { name: /^播放/ }).click()
  await page.waitForTimeout(1_000)
  return page.evaluate<Played>(`new Promise((resolve) => {
    const rail = document.querySelector('[aria-label="播放时刻"] input[type=range]')
    const from = performance.now()
    const shownFrom = Number(rail.value)
    let [frames, still, shown, at] = [0, 0, shownFrom, from]
    const next = () => {
      const now = performance.now()
      if (Number(rail.value) !== shown) {
        frames += 1
        still = Math.max(still, now - at)
        shown = Number(rail.value)
        at = now
      }
      if (now - from < ${seconds * 1_000}) return requestAnimationFrame(next)
      resolve({ pace: (shown - shownFrom) / (at - from), frames: (frames * 1_000) / (at - from), still: Math.max(still, now - at) })
    }
    requestAnimationFrame(next)
  })`)
}

/** Where the page's main thread spends its time while many tracks are opened. */
const profiledOpening = async (page: Page, address: string): Promise<Profiled> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Profiler.enable')
  await devtools.send('Profiler.start')
  await open(page, address)
  const { profile } = await devtools.send('Profiler.stop')
  return readProfile(profile)
}

export const part: Part = {
  about: `Tracks of ${people} people over ${hours} hours, a fix of each in ten seconds, opened by a link within the console, from there until their first picture is painted and can be played: two seconds are what somebody waits for without wondering whether it goes on. Then played at ${pace} times; ten frames a second without a card are what still looks like going. Each beside the track of one person alone.`,
  order: 74,
  run: async (deps) => {
    const folder = await build(deps, 'console', 'console/vite.config.ts', 'console')
    const begin = Math.floor(Date.now() / hourMs) * hourMs - (hours + 4) * hourMs
    const { origin, token } = await startPastSite(deps, { people, begin, hours }, { VIGIL_CONSOLE_DIR: folder })
    const browser = await openBrowser(deps)
    const addressOf = (count: number): string => {
      const devices = Array.from({ length: count }, (_, person) => `badge:${codeOf(person)}`).join(',')
      return `${screen}?${new URLSearchParams({ devices, from: wire(begin), to: wire(begin + hours * hourMs - 1_000) }).toString()}`
    }
    const seconds = deps.quick ? 3 : 20
    const look = (count: number) => (): Promise<Opened & Played> =>
      onScreen(browser, origin, token, async (page) => {
        const opened = await open(page, addressOf(count))
        const played = await play(page, seconds)
        deps.say(
          `${count}: open within ${plain(opened.took)} ms, ${plain(played.frames)} frames a second, still for ${plain(played.still)} ms`,
        )
        return { ...opened, ...played }
      })
    // The first of a server and a browser that have just started is nobody's.
    const { dearest } = await onScreen(browser, origin, token, (page) => profiledOpening(page, addressOf(people)))
    const looks = await alternate(deps.rounds, look(people), look(1))
    deps.note(
      `the page's main thread while they are opened, each function without what it calls: ${dearest.map(({ name, share }) => `${share.toFixed(1)} % \`${name}\``).join(', ')}`,
    )
    const one = (figure: keyof (Opened & Played)): string => plain(spreadOf(looks.peer.map((look) => look[figure])).median)
    return [
      budget({
        what: `${people} tracks open`,
        ours: looks.ours.map(({ took }) => took),
        calibration: `one alone: ${one('took')} ms`,
        unit: 'ms',
        limit: { atMost: 2_000 },
      }),
      budget({
        what: 'longest task meanwhile',
        ours: looks.ours.map(({ longest }) => longest),
        calibration: `one alone: ${one('longest')} ms`,
        unit: 'ms',
        limit: { atMost: 300 },
      }),
      budget({
        what: `recorded seconds that pass in one, at ${pace}×`,
        ours: looks.ours.map((look) => look.pace),
        calibration: `one alone: ${one('pace')}`,
        unit: '',
        limit: { atLeast: pace - 1 },
      }),
      budget({
        what: 'longest time without anything new while it plays',
        ours: looks.ours.map(({ still }) => still),
        calibration: `one alone: ${one('still')} ms`,
        unit: 'ms',
        limit: { atMost: 500 },
      }),
      budget({
        what: 'frames a second while it plays',
        ours: looks.ours.map(({ frames }) => frames),
        calibration: `one alone: ${one('frames')} /s`,
        unit: '/s',
        limit: { atLeast: 10 },
      }),
    ]
  },
}
