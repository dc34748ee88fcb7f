import { type ChildProcess, spawn } from 'node:child_process'
import { connect, createServer, type Socket } from 'node:net'
import { resolve } from 'node:path'
import { test as base } from '@playwright/test'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { createClient, type Client } from '@vigil/contract/kernel/client.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import type { Permission } from '@vigil/contract/menu/routes.ts'
import { drawMapsCoarsely } from './coarse-maps.ts'
import { unique } from './unique.ts'

const root = resolve(import.meta.dirname, '../..')
export const firstPassword = 'first-Pass-9182'
export const adminPassword = 'later-Pass-7731'

const required = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is set by the global setup`)
  return value
}

interface UserOptions {
  readonly fresh?: boolean
  readonly workNum?: string
  /** He writes in this department alone; of the whole site unless said. */
  readonly deptId?: string | null
}

export interface Crew {
  readonly deptId: string
  readonly dept: string
  /** Somebody of it with a helmet of his own. */
  readonly makeWearer: (label: string) => Promise<{ readonly cname: string; readonly imei: string }>
}

/** The running site, as a test prepares what it needs on it. */
export interface Site {
  readonly origin: string
  readonly deviceKey: string
  readonly admin: Client
  /** A helmet that nobody else moves, nobody's and of no department unless said; its IMEI. */
  readonly makeHelmet: (label: string, whose?: { readonly userId: string; readonly deptId: string }) => Promise<string>
  /** A department of its own, whose alarms are nobody else's: what happens beside a test is not seen by who sees only it. */
  readonly makeCrew: (label: string) => Promise<Crew>
  /** An account of its own for a test, its first password changed already unless `fresh`. */
  readonly makeUser: (
    permissions: readonly Permission[],
    options?: UserOptions,
  ) => Promise<{ id: string; userName: string; password: string }>
}

/** A simulated plant that reports to the site while a test runs. */
export interface Plant {
  readonly play: (scenario: string) => void
}

/** A wire between browser and site that a test can cut. */
export interface Wire {
  readonly origin: string
  /** Nothing passes any more, but nobody is told: a half-open link. */
  readonly freeze: () => void
  /** Every connection breaks and new ones are refused. */
  readonly cut: () => void
  readonly mend: () => void
}

interface Fixtures {
  readonly site: Site
  readonly plant: Plant
  readonly wire: Wire
}

let made = 0

/** Signs in as `admin` for the first time and takes `adminPassword`; the token. */
export const claimSite = async (origin: string): Promise<string> => {
  const token = await createClient({ origin }).ask(sessionCalls.login, { userName: 'admin', password: firstPassword })
  await createClient({ origin, token: () => token }).ask(sessionCalls.updatePassword, {
    oldPassword: firstPassword,
    newPassword: adminPassword,
  })
  return token
}

/** A running site as tests prepare it, with a session of the administrator. */
export const siteOf = async (origin: string, deviceKey: string): Promise<Site> => {
  const token = await createClient({ origin }).ask(sessionCalls.login, { userName: 'admin', password: adminPassword })
  const admin = createClient({ origin, token: () => token })
  const makeHelmet: Site['makeHelmet'] = async (label, whose) => {
    made += 1
    const imei = `99${String(process.pid).padStart(7, '0')}${String(made).padStart(6, '0')}`
    await admin.ask(deviceCalls.saveBsHat, { hatNo: label, imei, ...whose })
    return imei
  }
  return {
    origin,
    deviceKey,
    admin,
    makeHelmet,
    makeCrew: async (label) => {
      const dept = unique(`${label}部`)
      const { id: deptId } = await admin.ask(accountCalls.saveDept, { name: dept, pid: null })
      return {
        deptId,
        dept,
        makeWearer: async (of) => {
          const cname = unique(of)
          const { id: userId } = await admin.ask(accountCalls.saveUser, { cname, workNum: cname, deptId })
          return { cname, imei: await makeHelmet(unique('帽'), { userId, deptId }) }
        },
      }
    },
    makeUser: async (permissions, { fresh = false, workNum, deptId = null }: UserOptions = {}) => {
      made += 1
      const userName = `user${process.pid}x${made}`
      const scope = deptId === null ? 'all' : 'own'
      const role = await admin.ask(accountCalls.saveRole, { name: userName, scope, permissions: [...permissions] })
      const { id } = await admin.ask(accountCalls.saveUser, {
        userName,
        cname: unique('测试员'),
        workNum: workNum ?? userName,
        deptId,
        canLogin: true,
        password: firstPassword,
        roleIds: [role.id],
      })
      if (fresh) return { id, userName, password: firstPassword }
      const own = await createClient({ origin }).ask(sessionCalls.login, { userName, password: firstPassword })
      await createClient({ origin, token: () => own }).ask(sessionCalls.updatePassword, {
        oldPassword: firstPassword,
        newPassword: adminPassword,
      })
      return { id, userName, password: adminPassword }
    },
  }
}

export const test = base.extend<Fixtures>({
  context: async ({ context }, provide) => {
    await drawMapsCoarsely(context)
    await provide(context)
  },

  site: async ({ browserName: _browser }, provide) => {
    const site = await siteOf(required('VIGIL_E2E_ORIGIN'), required('VIGIL_E2E_DEVICE_KEY'))
    await provide(site)
    await site.admin.ask(sessionCalls.logout, undefined)
  },

  plant: async ({ site }, provide) => {
    const env = { ...process.env, VIGIL_ORIGIN: site.origin, VIGIL_DEVICE_KEY: site.deviceKey }
    const args = ['simulator/src/main.ts', '--quiet-director', '--hats', '30', '--badges', '6', '--cars', '6']
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['pipe', 'pipe', 'inherit'] })
    await untilEvent(child, 'running')
    await provide({ play: (scenario) => void child.stdin?.write(`scenario ${scenario}\n`) })
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGINT')
    await ended
  },

  wire: async ({ site }, provide) => {
    const target = new URL(site.origin)
    const pairs = new Set<readonly [Socket, Socket]>()
    let state: 'whole' | 'frozen' | 'cut' = 'whole'
    const server = createServer((near) => {
      if (state === 'cut') return near.destroy()
      const far = connect(Number(target.port), target.hostname)
      const pair = [near, far] as const
      pairs.add(pair)
      const pass = (from: Socket, to: Socket): void => {
        from.on('data', (chunk) => state === 'whole' && to.write(chunk))
        from.on('end', () => to.end())
        // A broken half breaks the other; why it broke is the test's own doing.
        from.on('error', () => to.destroy())
        from.on('close', () => {
          pairs.delete(pair)
          to.destroy()
        })
      }
      pass(near, far)
      pass(far, near)
      return undefined
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as { port: number }
    const destroyAll = (): void => {
      for (const [near, far] of pairs) {
        near.destroy()
        far.destroy()
      }
    }
    await provide({
      origin: `http://127.0.0.1:${port}`,
      freeze: () => {
        state = 'frozen'
      },
      cut: () => {
        state = 'cut'
        destroyAll()
      },
      mend: () => {
        // What was frozen has lost bytes: only new connections are whole.
        state = 'whole'
        destroyAll()
      },
    })
    destroyAll()
    await new Promise((done) => server.close(done))
  },
})
export { expect } from './expect.ts'

const untilEvent = (child: ChildProcess, event: string): Promise<void> =>
  new Promise((done, fail) => {
    let said = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes(`{"event":"${event}"`)) done()
    })
    child.once('exit', (code) => fail(new Error(`the simulator ended with ${code}:\n${said}`)))
  })
