import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { createClient } from '@vigil/contract/kernel/client.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { seedSite } from '@vigil/simulator/seed.ts'
import { build, openBrowser, serveFolder } from '../browser.ts'
import { startChild } from '../child.ts'
import { against, alternate, budget } from '../measure.ts'
import type { Part, PartDeps } from '../part.ts'
import { readProfile, type Profiled } from '../profile.ts'
import { adminPassword, deviceKey, prepareSite, startPostgres, startSite } from '../site.ts'

const window = { width: 1366, height: 768 }
const plant = ['--quiet-director', '--hats', '60', '--badges', '20', '--cars', '20']

/**
 * Runs in the page before anything else: notes every task over 50 ms, and when the plan is seen. Each frame that draws anything has a line
 * of its pixels copied, which the page learns of when the card is done with it, without ever waiting for it. Land alone has one colour;
 * and what stands in the map's place until then has to be gone.
 */
const watchMap = `
  let found
  window.painted = new Promise((resolve, reject) => {
    found = resolve
    setTimeout(() => reject(new Error('no plan was painted within a minute')), 60_000)
  })
  window.tasks = []
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) window.tasks.push({ startTime, duration })
  }).observe({ type: 'longtask', buffered: true })
  const coloursOf = (pixels) => {
    const counts = new Map()
    for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1)
    return [...counts.values()].filter((count) => count > pixels.length / 200).length
  }
  const uncovered = (canvas) => {
    if (window.paintedAt !== undefined) return
    const { left, top, width, height } = canvas.getBoundingClientRect()
    const above = document.elementFromPoint(left + width / 2, top + height / 2)
    if (above?.closest('[role=status]')) return requestAnimationFrame(() => uncovered(canvas))
    window.paintedAt = performance.now()
    found()
  }
  const look = (gl) => {
    const width = gl.drawingBufferWidth
    const copied = gl.createBuffer()
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, copied)
    gl.bufferData(gl.PIXEL_PACK_BUFFER, 4 * width, gl.STREAM_READ)
    gl.readPixels(0, gl.drawingBufferHeight >> 1, width, 1, gl.RGBA, gl.UNSIGNED_BYTE, 0)
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null)
    const done = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
    gl.flush()
    const ask = () => {
      if (gl.getSyncParameter(done, gl.SYNC_STATUS) !== gl.SIGNALED) return setTimeout(ask, 4)
      const pixels = new Uint32Array(width)
      gl.bindBuffer(gl.PIXEL_PACK_BUFFER, copied)
      gl.getBufferSubData(gl.PIXEL_PACK_BUFFER, 0, pixels)
      gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null)
      gl.deleteBuffer(copied)
      gl.deleteSync(done)
      if (coloursOf(pixels) >= 4) uncovered(gl.canvas)
    }
    setTimeout(ask)
  }
  const { prototype } = WebGL2RenderingContext
  const draw = prototype.drawElements
  let isLookedAt = false
  prototype.drawElements = function (...args) {
    draw.apply(this, args)
    if (isLookedAt || window.paintedAt !== undefined) return
    isLookedAt = true
    queueMicrotask(() => {
      isLookedAt = false
      look(this)
    })
  }
`

interface Visit {
  /** Milliseconds from the address to the plan that is seen. */
  readonly paintedAt: number
  /** Of the longest task until then; 0: none was over 50 ms. */
  readonly longest: number
  /** What was asked for and came over the wire until then, with its headers, and what came over the live link. */
  readonly bytes: number
  readonly live: number
  readonly files: readonly { readonly name: string; readonly bytes: number }[]
  /** Asked for afterwards. */
  readonly later: readonly string[]
}

/** A way to a server that notes what comes over it, and when: workers, sockets and files alike. */
const openWay = async (deps: PartDeps, origin: string) => {
  const { hostname, port } = new URL(origin)
  const seen: { at: number; bytes: number; live: boolean }[] = []
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    let live = false
    near.on('data', (asked: Buffer) => {
      live ||= /^upgrade: websocket/im.test(asked.toString('latin1'))
    })
    far.on('data', ({ byteLength }) => seen.push({ at: performance.timeOrigin + performance.now(), bytes: byteLength, live }))
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      // A browser that is closed breaks its half; the other goes with it.
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  deps.onEnd(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forget: (): void => void seen.splice(0),
    /** Bytes that came until a moment, milliseconds since 1970: asked for, or over the live link. */
    until: (moment: number, overLink: boolean): number =>
      seen.reduce((sum, { at, bytes, live }) => (at <= moment && live === overLink ? sum + bytes : sum), 0),
  }
}
type Way = Awaited<ReturnType<typeof openWay>>

/** A browser that has never seen the site; who has a token is signed in. */
const coldly = async <T>(browser: Browser, token: string | null, look: (page: Page) => Promise<T>): Promise<T> => {
  const context = await browser.newContext({ viewport: window, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  try {
    if (token !== null) await context.addInitScript(`sessionStorage.setItem('login_token', ${JSON.stringify(token)})`)
    const page = await context.newPage()
    await page.addInitScript(watchMap)
    return await look(page)
  } finally {
    await context.close()
  }
}

const open = async (page: Page, address: string): Promise<void> => {
  await page.goto(address, { waitUntil: 'commit' })
  await page.evaluate('window.painted')
}

const visit = (browser: Browser, way: Way, path: string, token: string | null): Promise<Visit> =>
  coldly(browser, token, async (page) => {
    way.forget()
    await open(page, `${way.origin}${path}`)
    // Tasks are told of after they have ended, and what comes after the plan has to come.
    await page.waitForTimeout(2_000)
    const { origin, ...seen } = await page.evaluate<Omit<Visit, 'bytes' | 'live'> & { readonly origin: number }>(`(() => {
      const asked = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      const before = ({ startTime }) => startTime < window.paintedAt
      return {
        origin: performance.timeOrigin,
        paintedAt: window.paintedAt,
        longest: Math.max(0, ...window.tasks.filter(before).map(({ duration }) => duration)),
        files: asked.filter(before).map(({ name, transferSize }) => ({ name, bytes: transferSize })),
        later: asked.filter((one) => !before(one)).map(({ name }) => name),
      }
    })()`)
    const moment = origin + seen.paintedAt
    return { ...seen, bytes: way.until(moment, false), live: way.until(moment, true) }
  })

/** Where the page's main thread spends its time until the plan is seen. */
const profiledVisit = (browser: Browser, way: Way, token: string): Promise<Profiled> =>
  coldly(browser, token, async (page) => {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Profiler.enable')
    await devtools.send('Profiler.start')
    await open(page, `${way.origin}/home`)
    const { profile } = await devtools.send('Profiler.stop')
    return readProfile(profile)
  })

const startDemo = async (deps: PartDeps) => {
  const consoleDir = await build(deps, 'console', 'console/vite.config.ts', 'console')
  const url = await (await startPostgres(deps)).makeDatabase('home')
  await prepareSite(url, 0, 0)
  const { origin, token } = await startSite(deps, url, {
    VIGIL_DATA_DIR: join(deps.folder, 'site'),
    VIGIL_CONSOLE_DIR: consoleDir,
  })
  // Ends the session that it is given.
  await seedSite({ origin, token, passwords: { operator: adminPassword, guard: adminPassword, qt: adminPassword } })
  startChild(deps, join(deps.root, 'simulator/src/main.ts'), {
    args: plant,
    env: { VIGIL_ORIGIN: origin, VIGIL_DEVICE_KEY: deviceKey },
  })
  return {
    way: await openWay(deps, origin),
    token: await createClient({ origin }).ask(sessionCalls.login, { userName: 'admin', password: adminPassword }),
  }
}

const named = (name: string): string => new URL(name).pathname

export const part: Part = {
  about:
    'Home of the demo site, opened by somebody who is signed in, in a browser that has never seen it: everything asked for until the plan of its map is seen, proved by its pixels, as our own server sends it, headers included, counted on the wire; and how long that takes, beside a page with nothing but the same plan in the same map, by turns. 650 KiB are two seconds of a line of 2.6 Mbit/s; MapLibre and React alone are 310 of them. What the live link tells meanwhile is not asked for and grows with the site: it is told below.',
  order: 72,
  run: async (deps) => {
    const { way, token } = await startDemo(deps)
    const page = await build(deps, 'bench/page', 'bench/page/vite.config.ts', 'page')
    const plain = await openWay(deps, await serveFolder(deps, page))
    const browser = await openBrowser(deps)
    const home = () => visit(browser, way, '/home', token)
    const plan = () => visit(browser, plain, '/plan.html', null)
    await home()
    await plan()
    const visits = await alternate(deps.rounds, home, plan)
    const { dearest } = await profiledVisit(browser, way, token)
    const [first] = visits.ours
    const panels = /listAlarmStaNumberByArea/
    if (
      !first ||
      !visits.ours.every(({ files, later }) => [...files.map(({ name }) => name), ...later].some((name) => panels.test(name)))
    )
      throw new Error('the numbers beside the map were never asked for')
    for (const { name, bytes } of first.files) deps.say(`${named(name)} ${(bytes / 1024).toFixed(1)} KiB`)
    deps.say(`later: ${first.later.map(named).join(' ')}`)
    deps.note(
      `the live link meanwhile: ${Math.round(first.live / 1024)} KiB; the page's main thread, each function without what it calls: ${dearest.map(({ name, share }) => `${share.toFixed(1)} % \`${name}\``).join(', ')}`,
    )
    return [
      budget({
        what: 'on the wire until the plan is seen, brotli',
        ours: visits.ours.map(({ bytes }) => bytes / 1024),
        calibration: `${first.files.length} files and calls`,
        unit: 'KiB',
        limit: { atMost: 650 },
      }),
      against({
        what: 'plan seen',
        ours: visits.ours.map(({ paintedAt }) => paintedAt),
        peer: visits.peer.map(({ paintedAt }) => paintedAt),
        peerName: 'the plan alone',
        unit: 'ms',
        limit: { atMost: 2 },
      }),
      budget({
        what: 'longest task until then',
        ours: visits.ours.map(({ longest }) => longest),
        calibration: `the plan alone: ${visits.peer.map(({ longest }) => Math.round(longest)).join(', ')} ms`,
        unit: 'ms',
        limit: { atMost: 200 },
      }),
    ]
  },
}
