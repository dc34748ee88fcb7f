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
import type { PartDeps, Part } from '../part.ts'
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

interface Watched {
  /** What it is told at first. */
  readonly sees: readonly LiveObject[]
  readonly close: () => Promise<void>
}
/** A console on the live hub; `hear` is handed the objects of every directory. */
const openConsole = async (
  deps: PartDeps,
  origin: string,
  token: string,
  hear: (objects: readonly LiveObject[]) => void,
): Promise<Watched> => {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${livePath}`)
  deps.onEnd(() => socket.terminate())
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
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
  return {
    sees: await directory.promise,
    close: () => {
      socket.close()
      return closed
    },
  }
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
/** The same, the median of so many times. */
const medianCostOf = async (child: Child, times: number, work: () => Promise<unknown>): Promise<number> => {
  const costs: number[] = []
  for (let time = 0; time < times; time += 1) costs.push(await costOf(child, work))
  return median(costs)
}

/** Renames a badge without a department, which everybody sees; its new name. */
const createRename = async (admin: Client): Promise<() => Promise<string>> => {
  const devEui = 'feedfacecafe0001'
  const { id } = await admin.ask(deviceCalls.saveBsBadge, { badgeNo: 'seen by all', devEui })
  let names = 0
  return async () => {
    names += 1
    const badgeNo = `name ${names}`
    await admin.ask(deviceCalls.saveBsBadge, { id, badgeNo, devEui })
    return badgeNo
  }
}

export const part: Part = {
  about: `Main thread of the server for telling ${connected} consoles of ${consoles.guards + 1} scopes that one of ${size.devices.toLocaleString('en-US')} devices, which all of them see, was renamed: what the rename takes more than with nobody connected. The peer tells each console of all that it sees, in a message of its own.`,
  order: 25,
  run: async (deps) => {
    const site = await startCrowdedSite(deps, size)
    const admin = createClient({ origin: site.origin, token: () => site.token })
    const rename = await createRename(admin)
    const heard = new Map<string, number>()
    const hear = (objects: readonly LiveObject[]): void => {
      for (const { label } of objects) heard.set(label, (heard.get(label) ?? 0) + 1)
    }
    const toldToAll = async (name: string): Promise<void> => {
      for (const until = performance.now() + toldWithin; heard.get(name) !== connected; await pause(5))
        if (performance.now() > until) throw new Error(`${heard.get(name) ?? 0} of ${connected} consoles heard of it`)
    }
    const tokens = Array.from({ length: consoles.administrator }, () => site.token)
    for (let number = 0; number < consoles.guards; number += 1)
      tokens.push(...new Array<string>(consoles.each).fill(await makeGuard(site, admin, number)))
    const openAll = (): Promise<Watched[]> => Promise.all(tokens.map((token) => openConsole(deps, site.origin, token, hear)))
    const closeAll = async (opened: readonly Watched[]): Promise<void> =>
      void (await Promise.all(opened.map(({ close }) => close())))

    const times = deps.quick ? 10 : 20
    const costs = async (): Promise<{ told: number; alone: number }> => {
      const alone = await medianCostOf(site.child, times, rename)
      const opened = await openAll()
      const told = await medianCostOf(site.child, times, async () => toldToAll(await rename()))
      await closeAll(opened)
      return { told, alone }
    }
    const first = await openAll()
    const peer = await startWholeDirectory(
      deps,
      first.map(({ sees }) => sees),
    )
    await closeAll(first)
    await costs()
    const { ours, peer: whole } = await alternate(deps.rounds, costs, () => medianCostOf(peer.child, 3, peer.change))
    return [
      budget({
        what: 'main thread for telling of one device renamed',
        ours: ours.map(({ told, alone }) => Math.max(0, told - alone)),
        calibration: `saving it with nobody connected: ${plain(median(ours.map(({ alone }) => alone)))} ms`,
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
