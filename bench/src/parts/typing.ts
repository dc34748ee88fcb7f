import type { Browser, Page } from '@playwright/test'
import { build, openBrowser } from '../browser.ts'
import { crowdedSite, startCrowdedSite } from '../crowded-site.ts'
import { budget, plain } from '../measure.ts'
import type { Part } from '../part.ts'

/** Milliseconds between two keys of somebody who types fast. */
const pace = 80
/** For how long after the last key what it began may still go on. */
const settles = 1_500

interface Field {
  readonly screen: string
  /** What it finds and how it is named. */
  readonly selector: string
  readonly text: string
}

const keyword = '[role=search] input[type=text], [role=search] .ant-input'
const fields: readonly Field[] = [
  { screen: '/baseMgmt/hatMgmt', selector: keyword, text: 'AQM-0123' },
  { screen: '/baseMgmt/hatMgmt', selector: 'input[placeholder*="拼音"]', text: 'gongduan12' },
  { screen: '/systemMgmt/userMgmt', selector: keyword, text: '人员1234' },
  { screen: '/systemMgmt/logMgmt', selector: keyword, text: '人员123' },
  { screen: '/systemMgmt/deptMgmt', selector: 'input[placeholder*="拼音"]', text: '工段1234' },
  { screen: '/baseMgmt/beaconMgmt', selector: keyword, text: '信标12345' },
]

/** Runs in the page before anything else: notes every task of the main thread that is longer than 50 ms. */
const watchTasks = `
  window.tasks = []
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask' })
`
const takeTasks = (page: Page): Promise<number[]> => page.evaluate<number[]>('window.tasks.splice(0)')

/** The longest task while a field is typed into and just after, ms; 0 when none reached 50. */
const longestOf = async (browser: Browser, origin: string, token: string, field: Field): Promise<number> => {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' })
  try {
    const page = await context.newPage()
    await page.addInitScript(`sessionStorage.setItem('login_token', ${JSON.stringify(token)}); ${watchTasks}`)
    await page.goto(`${origin}${field.screen}`)
    const input = page.locator(field.selector).first()
    await input.waitFor()
    await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })
    await page.waitForTimeout(settles)
    await page.evaluate('{ const until = performance.now() + 120; while (performance.now() < until); }')
    // Told in a task of its own, some time later.
    await page.waitForFunction('window.tasks.some((duration) => duration >= 100)')
    await takeTasks(page)
    await input.pressSequentially(field.text, { delay: pace })
    if ((await input.inputValue()) !== field.text) throw new Error(`${field.screen} did not take what was typed`)
    await page.waitForTimeout(settles)
    return Math.max(0, ...(await takeTasks(page)))
  } finally {
    await context.close()
  }
}

export const part: Part = {
  about: `Typing into filters and trees with ${plain(crowdedSite.devices)} devices, ${plain(crowdedSite.people)} people and ${plain(crowdedSite.departments)} departments, a key every ${pace} ms: the longest task of the page until what was typed is shown.`,
  order: 75,
  run: async (deps) => {
    const folder = await build(deps, 'console', 'console/vite.config.ts', 'shipped')
    const size = { ...crowdedSite, journal: 100_000 }
    const site = await startCrowdedSite(deps, size, { VIGIL_CONSOLE_DIR: folder })
    const browser = await openBrowser(deps)
    const worst: number[] = []
    for (let round = 0; round < deps.rounds; round += 1) {
      const each: number[] = []
      for (const field of fields) {
        const longest = await longestOf(browser, site.origin, site.token, field)
        if (longest > 0) deps.say(`${field.screen} ${field.text}: ${Math.round(longest)} ms`)
        each.push(longest)
      }
      worst.push(Math.max(...each))
    }
    return [
      budget({
        what: `longest task while ${fields.length} filters are typed into`,
        ours: worst,
        calibration: 'a task of 120 ms made on purpose was noticed',
        unit: 'ms',
        limit: { atMost: 100 },
      }),
    ]
  },
}
