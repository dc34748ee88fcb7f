import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { createDatabase, type Database } from '../../../server/src/kernel/db.ts'
import { createLog } from '../../../server/src/kernel/log.ts'
import { build, openBrowser } from '../browser.ts'
import { post } from '../load.ts'
import { budget, plain } from '../measure.ts'
import type { Part } from '../part.ts'
import { at, codeOf, deviceKey, forbidden, prepareSite, star, startPostgres, startSite } from '../site.ts'

const alarms = { full: 500, quick: 60 } as const
/** Alarms a second: five hundred in a minute. */
const rate = 500 / 60
/** Every so many alarms one is of level one; its device is called by a word that stands nowhere else. */
const gravestEvery = 20
const gravest = '险情'
/** Where an entry raises an alarm of level two at once. */
const yard = { east: 5_000, north: 5_000, radius: 60 } as const
const screens = ['/home', '/alarmMgmt/alarmRealMgmt'] as const
/** Milliseconds for which a screen is left to itself before and after. */
const settles = 3_000

/**
 * Runs in the page before anything else: notes every task of the main thread that is longer than 50 ms, and when a picture was painted in which
 * each device whose name holds the word stood first; ms since 1970.
 */
const watch = `
  window.tasks = []
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask' })
  window.seen = {}
  const look = (node) => {
    for (const [name] of (node.textContent ?? '').matchAll(/${gravest}\\d+/g)) {
      if (name in window.seen) continue
      window.seen[name] = null
      requestAnimationFrame(() => setTimeout(() => (window.seen[name] = performance.timeOrigin + performance.now())))
    }
  }
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records)
      if (type === 'characterData') look(target)
      else addedNodes.forEach(look)
  }).observe(document, { childList: true, characterData: true, subtree: true })
`

const takeTasks = (page: Page): Promise<number[]> => page.evaluate<number[]>('window.tasks.splice(0)')

const openConsole = async (browser: Browser, origin: string, token: string, screen: string): Promise<Page> => {
  const context = await browser.newContext({
    viewport: { width: 1366, height: 768 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  })
  const page = await context.newPage()
  await page.addInitScript(`sessionStorage.setItem('login_token', ${JSON.stringify(token)}); ${watch}`)
  await page.goto(`${origin}${screen}`)
  await page.locator('main').waitFor()
  await page.waitForTimeout(settles)
  // That such are noticed is seen first; they are told of in a task of their own, some time later.
  await page.evaluate('{ const until = performance.now() + 120; while (performance.now() < until); }')
  await page.waitForFunction('window.tasks.some((duration) => duration >= 100)')
  await takeTasks(page)
  return page
}

interface Storm {
  /** When the report that raised each was sent, ms since 1970, by the name of its device: those of level one. */
  readonly sentAt: ReadonlyMap<string, number>
}

/** Entries by devices from `from` on, one after the other at a steady pace. */
const raise = async (origin: string, agent: Agent, from: number, count: number): Promise<Storm> => {
  const sentAt = new Map<string, number>()
  const place = at(yard.east, yard.north)
  const begun = performance.now()
  const sent: Promise<void>[] = []
  for (let index = 0; index < count; index += 1) {
    const due = begun + (index * 1_000) / rate
    while (performance.now() < due) await pause(Math.max(1, due - performance.now()))
    const device = from + index
    const isGravest = device % gravestEvery === 0
    const now = performance.timeOrigin + performance.now()
    if (isGravest) sentAt.set(`${gravest}${device}`, now)
    const { lng, lat } = isGravest ? forbidden : place
    const body = JSON.stringify({
      reports: [{ deviceType: 'badge', deviceId: codeOf(device), time: new Date(now).toISOString(), lng, lat }],
    })
    sent.push(
      post(agent, `${origin}/ingest/reports`, body, { 'x-device-key': deviceKey }).then(({ status, text }) => {
        if (status !== 200 || !text.includes('"accepted":1')) throw new Error(`a report was answered ${status} ${text}`)
      }),
    )
  }
  await Promise.all(sent)
  return { sentAt }
}

const countAlarms = async (db: Database): Promise<number> =>
  Number((await db.raw<{ n: string }>(db.sql, 'SELECT count(*) AS n FROM alarm')).rows[0]?.n)

export const part: Part = {
  about: `${alarms.full} alarms in a minute, one in ${gravestEvery} of level one, before a console that shows home, then the list of open alarms. A task of a tenth of a second is what a hand on the mouse begins to notice; a level-one alarm may keep nobody waiting for longer than a second, from the sending of its report to the picture in which its device is named.`,
  order: 73,
  once: true,
  run: async (deps) => {
    const count = deps.quick ? alarms.quick : alarms.full
    const shown = deps.quick ? screens.slice(0, 1) : screens
    const folder = await build(deps, 'console', 'console/vite.config.ts', 'console')
    const url = await (await startPostgres(deps)).makeDatabase('storm')
    await prepareSite(url, count * shown.length)
    const db = createDatabase(url, createLog('warn'), { max: 1 })
    deps.onEnd(db.close)
    await db.raw(
      db.sql,
      `INSERT INTO fence (name, type, shape, points, level, min_inside, min_outside) VALUES ('yard', 'noEntry', 'polygon', $1, 2, 0, 0)`,
      [JSON.stringify(star(yard.east, yard.north, yard.radius))],
    )
    await db.raw(db.sql, `UPDATE device SET label = $1 || substr(code, 2) WHERE substr(code, 2)::int % $2::int = 0`, [
      gravest,
      gravestEvery,
    ])
    const { origin, token } = await startSite(deps, url, {
      VIGIL_DATA_DIR: join(deps.folder, 'site'),
      VIGIL_CONSOLE_DIR: folder,
    })
    const agent = new Agent({ keepAlive: true })
    deps.onEnd(() => agent.destroy())
    const browser = await openBrowser(deps)
    const longest: number[] = []
    const before: number[] = []
    const delays: number[] = []
    let raised = 0
    for (const screen of shown) {
      const page = await openConsole(browser, origin, token, screen)
      await page.waitForTimeout(settles)
      before.push(Math.max(0, ...(await takeTasks(page))))
      const { sentAt } = await raise(origin, agent, raised, count)
      raised += count
      await page.waitForTimeout(settles)
      const tasks = await takeTasks(page)
      const seen = await page.evaluate<Record<string, number | null>>('window.seen')
      const waits = [...sentAt].map(([name, sent]) => {
        const painted = seen[name]
        if (typeof painted !== 'number') throw new Error(`${screen} never named ${name}`)
        return painted - sent
      })
      delays.push(...waits)
      longest.push(Math.max(0, ...tasks))
      deps.say(
        `${screen}: ${tasks.length} tasks over 50 ms, the longest ${plain(Math.max(0, ...tasks))} ms; level one within ${plain(Math.max(...waits))} ms`,
      )
      await page.context().close()
    }
    const stored = await countAlarms(db)
    return [
      budget({
        what: `alarms stored of ${raised} raised`,
        ours: [stored],
        calibration: `sent: ${raised}`,
        unit: '',
        limit: { atLeast: raised },
      }),
      budget({
        what: 'longest task of the console meanwhile',
        ours: [Math.max(...longest)],
        calibration: `before, in ${settles / 1_000} s: ${before.map((one) => Math.round(one)).join(', ')} ms; one of 120 ms made on purpose was noticed`,
        unit: 'ms',
        limit: { atMost: 100 },
      }),
      budget({
        what: `the slowest of ${delays.length} level-one alarms, from its report to the picture`,
        ours: [Math.max(...delays)],
        calibration: `the quickest: ${plain(Math.min(...delays))} ms`,
        unit: 'ms',
        limit: { atMost: 1_000 },
      }),
    ]
  },
}
