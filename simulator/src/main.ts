import { createInterface } from 'node:readline'
import { createCheckpoints } from './checkpoints/checkpoints.ts'
import { openGateDevice } from './checkpoints/gate-device.ts'
import { readPushLogins, writePushLogins } from './checkpoints/push-logins.ts'
import { pathOf } from './checkpoints/push-as.ts'
import { createDirector, type Director } from './director.ts'
import { wait } from './links/backoff.ts'
import { createHelmetLink, type HelmetLink } from './links/helmet-service.ts'
import { enterRoom } from './links/room-phone.ts'
import { createPhone, type Phone } from './links/sip-phone.ts'
import { createIngestLink } from './links/ingest.ts'
import { period } from './actors/vehicle.ts'
import { createTerminalLink, type TerminalLink } from './links/jt808.ts'
import { createPushLink, type PushLink } from './links/pushes.ts'
import { playByHand } from './once/by-hand.ts'
import { createPlant } from './plant.ts'
import { seedSite } from './seed.ts'
import { readSettings, type Settings } from './settings.ts'
import { systemClock } from './world/clock.ts'

const tell = (event: Readonly<Record<string, unknown>>): void => {
  process.stdout.write(`${JSON.stringify(event)}\n`)
}

const problemsEvery = 60_000
/** Hundreds of links fail alike: each problem is told once a minute, with how often it came. */
const createProblems = () => {
  const seen = new Map<string, { toldAt: number; since: number }>()
  return (message: string): void => {
    const now = systemClock.now()
    const known = seen.get(message)
    if (known && now - known.toldAt < problemsEvery) {
      known.since += 1
      return
    }
    tell({ event: 'problem', message, ...(known?.since ? { repeated: known.since } : {}) })
    seen.set(message, { toldAt: now, since: 0 })
  }
}

const stopping = new AbortController()

const serverIsReady = async (origin: string): Promise<boolean> => {
  const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(5_000)])
  const response = await fetch(`${origin}/readyz`, { signal }).catch(() => null)
  await response?.body?.cancel()
  return response?.status === 200
}

const waitForServer = async (origin: string, problem: (message: string) => void): Promise<void> => {
  while (!(await serverIsReady(origin)) && !stopping.signal.aborted) {
    problem(`waiting for ${origin}/readyz`)
    await wait(300, stopping.signal)
  }
}

const seed = async (settings: Settings): Promise<void> => {
  const { origin, seedToken, passwords, deviceKey, seedOnly, timeZone, gatePort } = settings
  if (!seedToken || !passwords) return
  const history = settings.history && !seedOnly && deviceKey ? { deviceKey, seed: settings.seed, timeZone } : null
  const { logins, ...seeded } = await seedSite({ origin, token: seedToken, passwords, history, gatePort })
  if (settings.pushLogins !== null && !seeded.skipped) writePushLogins(settings.pushLogins, logins)
  tell({ event: 'seeded', ...seeded })
}

const beat = 100
/** Helmets connect over this time and not all in one instant. */
const connectOver = 2_000

const run = async (
  settings: Settings,
  deviceKey: string,
  problem: (message: string) => void,
  onRunning: (director: Director) => void,
): Promise<void> => {
  const { origin } = settings
  const plant = createPlant(settings)
  const director = createDirector({
    plant,
    byItself: !settings.quietDirector,
    onScenario: (name, phase) => tell({ event: 'scenario', name, phase }),
  })
  const ingest = createIngestLink({ origin, deviceKey, onProblem: problem })
  const phones = new Map<string, Phone>()
  const links = new Map<string, HelmetLink>(
    plant.helmets.map(({ deviceId: imei, fwVersion }) => [
      imei,
      createHelmetLink({
        origin,
        imei,
        deviceKey,
        fwVersion,
        onProblem: problem,
        onRoom: (room) => void enterRoom({ origin, imei, deviceKey, room, onProblem: problem }),
        onSipAccount: (account) => phones.get(imei) ?? phones.set(imei, createPhone({ origin, account, onProblem: problem })),
      }),
    ]),
  )
  const { terminals } = settings
  const vehicles = new Map<string, TerminalLink>(
    plant.vehicles.flatMap(({ deviceId: number, plateNumber }) =>
      terminals === null
        ? []
        : [
            [
              number,
              createTerminalLink({
                ...terminals,
                number,
                plate: plateNumber.replace('·', ''),
                reportEvery: period.moving / 1_000,
                onProblem: problem,
              }),
            ] as const,
          ],
    ),
  )
  const logins = readPushLogins(settings.pushLogins)
  const { gatePort } = settings
  const gates =
    gatePort === null
      ? null
      : await openGateDevice({
          port: gatePort,
          loginOf: (name) => logins.get(name),
          onTold: (gate, act) => tell({ event: 'gate', gate, act }),
        }).catch((error: unknown) => {
          // The plant lives on without gates that open.
          problem(`gates: ${error instanceof Error ? error.message : String(error)}`)
          return null
        })
  const pushes = new Map<string, PushLink>(
    [...logins].map(([name, login]) => [name, createPushLink({ origin, path: pathOf(name), login, onProblem: problem })]),
  )
  const { timeZone } = settings
  const checkpoints = createCheckpoints({
    plant,
    seed: settings.seed,
    timeZone,
    linkOf: (name) => pushes.get(name),
    onProblem: problem,
  })
  const startedAt = systemClock.now()

  const live = (): void => {
    const now = systemClock.now()
    director.step(now)
    const reports = plant.step(now)
    checkpoints.step(now)
    ingest.offer(reports.filter(({ deviceType, deviceId }) => deviceType !== 'hat' && !vehicles.has(deviceId)))
    for (const report of reports) vehicles.get(report.deviceId)?.report(report)
    const byDevice = new Map(reports.map((report) => [report.deviceId, report]))
    for (const [order, helmet] of plant.helmets.entries()) {
      const link = links.get(helmet.deviceId)
      if (!helmet.present) {
        link?.close()
        phones.get(helmet.deviceId)?.close()
        phones.delete(helmet.deviceId)
      }
      if (helmet.present && now - startedAt >= (order * connectOver) / plant.helmets.length) link?.open()
      const report = byDevice.get(helmet.deviceId)
      if (report) link?.report(report, { charging: helmet.charging, tempdata: helmet.tempdata() })
    }
  }
  const pulse = setInterval(live, beat)
  live()
  tell({ event: 'running', helmets: plant.helmets.length, badges: plant.badges.length, vehicles: plant.vehicles.length })
  onRunning(director)

  await new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve(), { once: true }))
  clearInterval(pulse)
  for (const link of [...links.values(), ...vehicles.values(), ...phones.values()]) link.close()
  await Promise.all([ingest.stop(), gates?.close(), ...[...pushes.values()].map((link) => link.stop())])
}

const play = (director: Director, name: string): void => {
  const played = director.play(name)
  if (played !== 'begun') tell({ event: 'problem', message: `scenario ${name} is ${played}` })
}

/** Commands come on standard input, one a line: `scenario <name>` and `quit`. */
const listen = (followParent: boolean, problem: (message: string) => void, onScenario: (name: string) => void): void => {
  const lines = createInterface({ input: process.stdin })
  lines.on('line', (line) => {
    const [command = '', name = ''] = line.trim().split(/\s+/)
    if (command === 'quit') stopping.abort()
    else if (command === 'scenario') onScenario(name)
    else if (command !== '') problem(`unknown command ${command}`)
  })
  lines.on('close', () => {
    if (followParent) stopping.abort()
  })
}

const main = async (): Promise<void> => {
  const settings = readSettings(process.argv.slice(2), process.env)
  const problem = createProblems()
  process.once('SIGINT', () => stopping.abort())
  process.once('SIGTERM', () => stopping.abort())
  // What is asked for before the plant runs is played as soon as it does.
  const wanted = [...settings.scenarios]
  let director: Director | null = null
  listen(settings.followParent, problem, (name) => (director ? play(director, name) : wanted.push(name)))
  await waitForServer(settings.origin, problem)
  if (stopping.signal.aborted) return
  await seed(settings)
  const { deviceKey, once } = settings
  if (settings.seedOnly || !deviceKey || stopping.signal.aborted) return
  if (once) {
    const { origin, timeZone } = settings
    const options = { origin, deviceKey, timeZone, account: once.account, stopping: stopping.signal, onProblem: problem, tell }
    if (!(await playByHand(options, once.sources))) process.exitCode = 1
    return
  }
  await run(settings, deviceKey, problem, (running) => {
    director = running
    for (const name of wanted) play(running, name)
  })
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  process.stdin.destroy()
}
