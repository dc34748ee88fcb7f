import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import WebSocket from 'ws'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { createClient, type Client } from '@vigil/contract/kernel/client.ts'
import { livePath, type FromServer } from '@vigil/contract/live/live.ts'
import type { LiveObject } from '@vigil/contract/positions/entities.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import type { Child } from '../child.ts'
import { startCrowdedSite } from '../crowded-site.ts'
import { against, alternate, budget, plain, spreadOf } from '../measure.ts'
import type { Ground, Part } from '../part.ts'
import { startWholeDirectory } from '../peers/whole-directory-target.ts'
import type { Site } from '../site.ts'

const size = { devices: 5_000, people: 5_000, departments: 2_000, journal: 50_000 }
/** Consoles of the administrator, who sees everything, and of each guard, who sees twenty of forty departments, phones masked. */
const consoles = { administrator: 10, guards: 8, each: 5 } as const
const connected = consoles.administrator + consoles.guards * consoles.each
/** Milliseconds that are measured at least, whether something is told or not: longer than the pace of the hub. */
const atLeast = 350
/** Milliseconds after which a change that is not told is no matter of the machine. */
const toldWithin = 10_000

/** The token of a guard who sees twenty departments, from his own number on. */
const makeGuard = async ({ origin }: Site, admin: Client, number: number): Promise<string> => {
  const [first, later] = ['first-Pass-9182', 'later-Pass-7731']
  const name = `guard${number}`
  const deptIds = Array.from({ length: 20 }, (_, place) => String(1 + ((number + place) % 40)))
  const role = await admin.ask(accountCalls.saveRole, { name, scope: 'chosen', deptIds, permissions: ['trackRealMgmt'] })
  const person = { userName: name, cname: name, workNum: name, canLogin: true, password: first, roleIds: [role.id] }
  await admin.ask(accountCalls.saveUser, person)
  const token = await createClient({ origin }).ask(sessionCalls.login, { userName: name, password: first })
  const client = createClient({ origin, token: () => token })
  await client.ask(sessionCalls.updatePassword, { oldPassword: first, newPassword: later })
  return token
}

/** A console on the live hub; the directory it is told at first. `hear` is handed the objects of every later one. */
const openConsole = async (
  ground: Ground,
  origin: string,
  token: string,
  hear: (objects: readonly LiveObject[]) => void,
): Promise<readonly LiveObject[]> => {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${livePath}`)
  ground.onEnd(() => socket.terminate())
  const directory = Promise.withResolvers<readonly LiveObject[]>()
  socket.on('error', (error) => directory.reject(error))
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) return
    const message = JSON.parse(data.toString()) as FromServer
    if (message.type === 'ended') directory.reject(new Error(message.msg))
    if (message.type !== 'directory') return
    directory.resolve(message.objects)
    hear(message.objects)
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.send(JSON.stringify({ type: 'hello', token, topics: ['positions'], since: null }))
  return directory.promise
}

/** Milliseconds of a process's main thread that some work takes, with what follows from it. */
const costOf = async (child: Child, work: () => Promise<unknown>): Promise<number> => {
  const before = await child.usage()
  const until = performance.now() + atLeast
  await work()
  await pause(Math.max(0, until - performance.now()))
  const after = await child.usage()
  return (after.main - before.main) / 1_000
}
const median = (figures: readonly number[]): number => spreadOf(figures).median

/** A badge without a department, which everybody sees, as its administrator saves it. */
const createBadge = async (admin: Client) => {
  const devEui = 'told to all'
  const { id } = await admin.ask(deviceCalls.saveBsBadge, { badgeNo: devEui, devEui })
  const badge = { id, badgeNo: devEui, devEui, remark: '' }
  let saves = 0
  const save = (more: Partial<typeof badge>): Promise<unknown> => admin.ask(deviceCalls.saveBsBadge, Object.assign(badge, more))
  const next = (): string => {
    saves += 1
    return `save ${saves}`
  }
  return {
    rename: async (): Promise<string> => {
      const badgeNo = next()
      await save({ badgeNo })
      return badgeNo
    },
    /** Changes what no console is shown. */
    remark: (): Promise<unknown> => save({ remark: next() }),
  }
}

export const part: Part = {
  about: `Main thread of the server for telling ${connected} consoles of ${consoles.guards + 1} scopes that one of ${size.devices.toLocaleString('en-US')} devices, which all of them see, was renamed: what saving its name takes more than saving its remark, which nobody is told of. The peer tells each console of all that it sees, in a message of its own.`,
  order: 25,
  run: async (ground) => {
    const site = await startCrowdedSite(ground, size)
    const admin = createClient({ origin: site.origin, token: () => site.token })
    const badge = await createBadge(admin)
    const heard = new Map<string, number>()
    const hear = (objects: readonly LiveObject[]): void => {
      for (const { label } of objects) heard.set(label, (heard.get(label) ?? 0) + 1)
    }
    const sees: (readonly LiveObject[])[] = []
    const openAll = async (token: string, count: number): Promise<void> => {
      for (let opened = 0; opened < count; opened += 1) sees.push(await openConsole(ground, site.origin, token, hear))
    }
    await openAll(site.token, consoles.administrator)
    for (let number = 0; number < consoles.guards; number += 1) await openAll(await makeGuard(site, admin, number), consoles.each)
    const toldToAll = async (name: string): Promise<void> => {
      for (const until = performance.now() + toldWithin; heard.get(name) !== connected; await pause(5))
        if (performance.now() > until) throw new Error(`${heard.get(name) ?? 0} of ${connected} consoles heard of it`)
    }
    const peer = await startWholeDirectory(ground, sees)

    const times = ground.quick ? 10 : 25
    const costs = async (): Promise<{ told: number; untold: number }> => {
      const [told, untold]: [number[], number[]] = [[], []]
      for (let time = 0; time < times; time += 1) {
        untold.push(await costOf(site.child, badge.remark))
        told.push(await costOf(site.child, async () => toldToAll(await badge.rename())))
      }
      return { told: median(told), untold: median(untold) }
    }
    const peerCost = async (): Promise<number> => {
      const each: number[] = []
      for (let time = 0; time < 3; time += 1) each.push(await costOf(peer.child, peer.change))
      return median(each)
    }
    await costs()
    const { ours, peer: whole } = await alternate(ground.rounds, costs, peerCost)
    const extra = ours.map(({ told, untold }) => Math.max(0, told - untold))
    return [
      budget({
        what: 'main thread for telling one device renamed',
        ours: extra,
        calibration: `saving it without telling anybody: ${plain(median(ours.map(({ untold }) => untold)))} ms`,
        unit: 'ms',
        limit: { atMost: 5 },
      }),
      against({
        what: 'main thread for one device renamed, saved and told',
        ours: ours.map(({ told }) => told),
        peer: whole,
        peerName: 'all told to each',
        unit: 'ms',
        limit: { atMost: 0.1 },
      }),
    ]
  },
}
