import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { createClient } from '@vigil/contract/kernel/client.ts'
import { createPhone, type Phone } from '@vigil/simulator/links/sip-phone.ts'
import { sipAccountOf } from '../../../e2e/support/sip-account.ts'
import { missingPrograms, startSipEngine } from '../../../e2e/support/sip-engine.ts'
import { build, openBrowser } from '../browser.ts'
import { alternate, against, budget } from '../measure.ts'
import type { Part, PartDeps } from '../part.ts'
import { deviceKey, freePort, prepareSite, startPostgres, startSite, type Site } from '../site.ts'

/** Calls of a round by each proxy; their median counts. */
const callsOfRound = 5
/** Milliseconds that a call may take until both see and hear each other. */
const within = 30_000

const helmet = { imei: '860000000000017', sipId: '30017' } as const

/** The helmet, which answers at once. */
const helmetOf = async (deps: PartDeps, { origin, token }: Site): Promise<Phone> => {
  await createClient({ origin, token: () => token }).ask(deviceCalls.saveBsHat, {
    hatNo: 'bench',
    imei: helmet.imei,
    sipId: helmet.sipId,
  })
  const onProblem = (problem: string): void => deps.say(problem)
  const account = await sipAccountOf({ origin, imei: helmet.imei, deviceKey, onProblem })
  const phone = createPhone({ origin, account, onProblem, answersAfter: 0 })
  deps.onEnd(phone.close)
  while (!phone.isRegistered()) await pause(50)
  return phone
}

/** A console that is registered, its calling dialog open on the helmet's number. */
const consoleOf = async (browser: Browser, { origin, token }: Site): Promise<Page> => {
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' })
  await page.addInitScript(`sessionStorage.setItem('login_token', ${JSON.stringify(token)})`)
  await page.goto(`${origin}/userSafeMgmt/hatOnlineListMgmt`)
  const indicator = page.getByRole('button', { name: /SIP/ })
  await indicator.filter({ hasText: '已注册' }).waitFor()
  await indicator.click()
  return page
}

/** Clicks, and answers with the milliseconds since 1970 of the click, of ringing at the other end, and of its first picture. */
const clickAndWait = (button: unknown, until: number): Promise<readonly [clicked: number, rang: number, seen: number]> =>
  new Promise((resolve, reject) => {
    // Of the page, whose types are not here.
    const { document } = globalThis as unknown as {
      document: { querySelector: (selector: string) => Record<string, unknown> | null }
    }
    const state = (): unknown =>
      (document.querySelector('[role=dialog] [role=status]')?.['dataset'] as { state?: string } | undefined)?.state
    const clicked = Date.now()
    let rang = 0
    const look = setInterval(() => {
      if (rang === 0 && (state() === 'connecting' || state() === 'connected')) rang = Date.now()
      const width = Number(document.querySelector('video[aria-label=远端画面]')?.['videoWidth'] ?? 0)
      const isSeen = state() === 'connected' && width > 0
      if (!isSeen && Date.now() - clicked < until) return
      clearInterval(look)
      if (isSeen) resolve([clicked, rang, Date.now()])
      else reject(new Error(`no picture came: ${String(state())}`))
    }, 2)
    ;(button as { click: () => void }).click()
  })

interface Setup {
  readonly ringing: number
  readonly media: number
}

const callOnce = async (page: Page, phone: Phone): Promise<Setup> => {
  const dialog = page.getByRole('dialog', { name: '通话' })
  const button = (name: string) => dialog.getByRole('button', { name, exact: true }).last()
  await dialog.getByRole('textbox').last().fill(helmet.sipId)
  const seen = button('呼叫').evaluate(clickAndWait, within)
  let heard = 0
  const until = Date.now() + within
  while (heard === 0 && Date.now() < until) {
    const came = phone.heard()
    if (came && came.audio > 0 && came.video > 0) heard = Date.now()
    else await pause(2)
  }
  const [clicked, rang, shown] = await seen
  if (heard === 0) throw new Error('the helmet heard nothing')
  // Not as a person clicks: that would wait for a page that shows two pictures without a graphics card to stand still.
  await button('挂断').dispatchEvent('click')
  while (phone.heard() !== null) await pause(10)
  await button('关闭').dispatchEvent('click')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: /SIP/ }).dispatchEvent('click')
  return { ringing: rang - clicked, media: Math.max(shown, heard) - clicked }
}

const median = (figures: readonly number[]): number => figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? Number.NaN

/** Several calls, one after the other. */
const roundOf = async (page: Page, phone: Phone, quick: boolean): Promise<Setup> => {
  await page.bringToFront()
  const setups: Setup[] = []
  for (let call = 0; call < (quick ? 2 : callsOfRound); call += 1) setups.push(await callOnce(page, phone))
  return { ringing: median(setups.map(({ ringing }) => ringing)), media: median(setups.map(({ media }) => media)) }
}

export const part: Part = {
  about:
    'A console calls a helmet that answers at once: from the click to ringing there, and until both see and hear each other.',
  order: 77,
  run: async (deps) => {
    const consoleDir = await build(deps, 'console', 'console/vite.config.ts', 'shipped')
    const { makeDatabase } = await startPostgres(deps)
    const siteOn = async (name: string, more: NodeJS.ProcessEnv): Promise<Site> => {
      const url = await makeDatabase(name)
      await prepareSite(url, 0)
      return startSite(deps, url, {
        VIGIL_CONSOLE_DIR: consoleDir,
        VIGIL_DATA_DIR: join(deps.folder, name),
        VIGIL_JT808_PORT: '0',
        ...more,
      })
    }
    const browser = await openBrowser(deps, [
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
      '--disable-gpu-compositing',
    ])
    const readyOn = async (site: Site) => ({ phone: await helmetOf(deps, site), page: await consoleOf(browser, site) })
    const own = await readyOn(await siteOn('embedded', {}))
    const limits = { ringing: { atMost: 500 }, media: { atMost: 2_000 } } as const
    const what = { ringing: 'click to ringing', media: 'click to seeing and hearing each other' } as const
    const both = ['ringing', 'media'] as const
    const missing = missingPrograms(['kamailio', 'rtpengine'])
    if (missing.length > 0) {
      deps.note(`Not measured beside Kamailio, which is not installed: ${missing.join(' ')}`)
      const figures: Setup[] = []
      for (let round = 0; round < deps.rounds; round += 1) figures.push(await roundOf(own.page, own.phone, deps.quick))
      return both.map((kind) =>
        budget({
          what: what[kind],
          ours: figures.map((one) => one[kind]),
          calibration: 'alone',
          unit: 'ms',
          limit: limits[kind],
        }),
      )
    }
    const [wsPort, key] = [await freePort(), 'k'.repeat(40)]
    const other = await siteOn('kamailio', { VIGIL_SIP_URL: `ws://127.0.0.1:${wsPort}`, VIGIL_SIP_KEY: key })
    const engine = await startSipEngine({ at: new URL(other.origin).host, key, wsPort })
    deps.onEnd(engine.end)
    const peer = await readyOn(other)
    const { ours, peer: theirs } = await alternate(
      deps.rounds,
      () => roundOf(own.page, own.phone, deps.quick),
      () => roundOf(peer.page, peer.phone, deps.quick),
    )
    return both.flatMap((kind) => {
      const [mine, others] = [ours.map((one) => one[kind]), theirs.map((one) => one[kind])]
      return [
        budget({
          what: what[kind],
          ours: mine,
          calibration: 'the same click through Kamailio below',
          unit: 'ms',
          limit: limits[kind],
        }),
        against({ what: what[kind], ours: mine, peer: others, peerName: 'Kamailio', unit: 'ms', limit: { atMost: 1 } }),
      ]
    })
  },
}
