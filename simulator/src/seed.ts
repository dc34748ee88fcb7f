import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import type { Call, DataOf, SentBodyOf } from '@vigil/contract/kernel/call.ts'
import { CallFailed, createClient } from '@vigil/contract/kernel/client.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { broadcaster, cast, safeSince, siteName, wangJianguo, zhangHaitao } from './cast.ts'
import { hour } from './history/calendar.ts'
import { liveHistory, switchOn, type Lived } from './history/live-history.ts'
import { pushPast } from './history/past-passes.ts'
import { historyUntil } from './history/timeline.ts'
import { saveEquipment, type PushLogins } from './seed-equipment.ts'
import { forEach, idOf, type Ask, type Ids } from './seeding.ts'
import { createBasemap } from './world/basemap.ts'
import { siteCentre, toLngLat } from './world/plan.ts'

export interface DemoPasswords {
  readonly operator: string
  readonly guard: string
  readonly qt: string
}

export interface SeedOptions {
  /** Without a slash at the end. */
  readonly origin: string
  /** Of a session that may change everything. */
  readonly token: string
  readonly passwords: DemoPasswords
  /** With it the site has two weeks behind it, as far as the server lets its clock be put; null: it begins now. */
  readonly history?: { readonly deviceKey: string; readonly seed: string; readonly timeZone: string } | null
  /** Where gates of this machine listen for what they are told; without it none can be opened from the console. */
  readonly gatePort?: number | null
}

/** What was made, and how much lived; `skipped` when the site has departments already and nothing was touched. */
export interface Seeded {
  readonly skipped: boolean
  readonly people: number
  readonly helmets: number
  readonly badges: number
  readonly cars: number
  readonly history: Lived | null
}

/** Who was made, and how what pushes proves who it is. */
interface Saved {
  readonly users: Ids
  readonly logins: PushLogins
}

const tries = 20
/** Seconds to wait for a server that names none. */
const waitUnlessSaid = 1
const zoom = 16

/**
 * Fills an empty site with the cast through the server's own calls, then ends the session it was given. A call that the
 * server cannot take just now is made again. Throws `CallRefused` or `CallFailed`.
 */
export const seedSite = async (options: SeedOptions): Promise<Seeded & { readonly logins: PushLogins }> => {
  const { origin, token } = options
  const client = createClient({ origin, token: () => token })
  const ask = async <C extends Call>(call: C, body: SentBodyOf<C>): Promise<DataOf<C>> => {
    for (let left = tries; ; left -= 1) {
      try {
        return await client.ask(call, body)
      } catch (error) {
        // Only where the server has said that it did nothing may a call be made again.
        const busy = error instanceof CallFailed && (error.status === 429 || error.status === 503)
        if (!busy || left === 0) throw error
        await sleep((error.retryAfter ?? waitUnlessSaid) * 1000)
      }
    }
  }

  const before = await ask(accountCalls.listDeptNodeAll, undefined)
  const skipped = before.length > 1 || before.some(({ children }) => children.length > 0)
  const history = skipped ? null : (options.history ?? null)
  const root = before[0]?.id ?? null
  const lived = history ? await saveWithPast(ask, options, history, root) : null
  const saved = skipped ? null : (lived ?? (await saveAll(ask, options, root)))
  if (saved) await saveRoster(ask, saved.users)
  await ask(sessionCalls.logout, undefined)
  return {
    skipped,
    history: lived && { reports: lived.reports, handled: lived.handled },
    logins: saved?.logins ?? new Map(),
    people: cast.people.length,
    helmets: cast.helmets.length,
    badges: cast.badges.length,
    cars: cast.cars.length,
  }
}

/** Answers the people, by their work numbers, and the logins of what pushes. */
const saveAll = async (
  ask: Ask,
  { passwords, gatePort = null }: Pick<SeedOptions, 'passwords' | 'gatePort'>,
  root: string | null,
): Promise<Saved> => {
  await saveSite(ask)
  const departments = await saveDepartments(ask, root)
  const users = await savePeople(ask, departments, passwords)
  await saveDevices(ask, departments, users)
  const logins = await saveEquipment(ask, departments, await saveHazards(ask, departments), gatePort)
  return { users, logins }
}

/** Last of all: of the past, in which the clock leaps, no alarm goes on to anybody. */
const saveRoster = async (ask: Ask, users: Ids): Promise<void> => {
  const site = await ask(siteCalls.getSite, undefined)
  await ask(siteCalls.saveSite, { ...site, dutyRoster: cast.dutyRoster.map((workNum) => idOf(users, workNum)) })
}

/** Hours after the midnight that the past begins with: the site is set up, and what reports is switched on. */
const setUpAt = 1 * hour
const switchedOnAt = 5 * hour

/** The same, made two weeks ago by the server's clock, and what came to pass since. */
const saveWithPast = async (
  ask: Ask,
  { origin, token, passwords, gatePort }: SeedOptions,
  { deviceKey, seed, timeZone }: NonNullable<SeedOptions['history']>,
  root: string | null,
): Promise<Saved & Lived> => {
  const putClock = async (time: number | null): Promise<void> => {
    const response = await fetch(`${origin}/demo/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify({ time: time === null ? null : Math.round(time) }),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the clock of the demo could not be put: HTTP ${response.status}`)
  }
  const { start, steps } = historyUntil(Date.now(), seed, timeZone)
  // Nobody can act for the operator before the first password was changed; the one that is told is given at the end.
  const [first, later] = [inventPassword(), inventPassword()]
  try {
    await putClock(start + setUpAt)
    const saved = await saveAll(ask, { passwords: { ...passwords, operator: first }, gatePort }, root)
    await putClock(start + switchedOnAt)
    const options = { origin, deviceKey, ask, putClock, password: later, logins: saved.logins }
    await switchOn(options)
    await changeFirstPassword(origin, first, later)
    const lived = await liveHistory(options, steps)
    await putClock(null)
    await pushPast({ origin, logins: saved.logins }, { seed, timeZone })
    return { ...saved, ...lived }
  } finally {
    await putClock(null)
    await givePassword(ask, passwords.operator)
  }
}

const inventPassword = (): string => randomBytes(18).toString('base64url')

const changeFirstPassword = async (origin: string, oldPassword: string, newPassword: string): Promise<void> => {
  const token = await createClient({ origin }).ask(sessionCalls.login, { userName: wangJianguo.userName, password: oldPassword })
  const operator = createClient({ origin, token: () => token })
  await operator.ask(sessionCalls.updatePassword, { oldPassword, newPassword })
  await operator.ask(sessionCalls.logout, undefined)
}

const givePassword = async (ask: Ask, password: string): Promise<void> => {
  const found = await ask(accountCalls.listUserByDeptId, { keyword: wangJianguo.workNum })
  const operator = (Array.isArray(found) ? found : found.list).find(({ workNum }) => workNum === wangJianguo.workNum)
  if (!operator) throw new Error('the operator is missing')
  await ask(accountCalls.saveUser, { ...operator, password })
}

const saveSite = async (ask: Ask): Promise<void> => {
  const site = await ask(siteCalls.getSite, undefined)
  const { lng, lat } = siteCentre
  const places = { centerLng: lng, centerLat: lat, zoom, defaultLng: lng, defaultLat: lat }
  await ask(siteCalls.saveSite, { ...site, ...places, name: siteName, safeSince })
  await ask(siteCalls.saveBasemap, createBasemap())
}

/** One after the other, since each needs the one above it. */
const saveDepartments = async (ask: Ask, root: string | null): Promise<Ids> => {
  const ids = new Map<string, string>()
  for (const [sort, { name, parent, leader, phone }] of cast.departments.entries()) {
    if (parent === null && root !== null) ids.set(name, root)
    else {
      const pid = parent === null ? null : idOf(ids, parent)
      ids.set(name, (await ask(accountCalls.saveDept, { pid, name, leader, phone, sort })).id)
    }
  }
  return ids
}

const savePeople = async (ask: Ask, departments: Ids, passwords: DemoPasswords): Promise<Ids> => {
  const roles = new Map<string, string>()
  for (const { name, scope, permissions } of cast.roles) {
    roles.set(name, (await ask(accountCalls.saveRole, { name, scope, permissions: [...permissions] })).id)
  }
  const passwordOf = new Map<string, string>([
    [wangJianguo.userName, passwords.operator],
    [zhangHaitao.userName, passwords.guard],
    [broadcaster.userName, passwords.qt],
  ])
  const users = new Map<string, string>()
  await forEach(cast.people, async (person) => {
    const password = person.userName === null ? undefined : passwordOf.get(person.userName)
    const saved = await ask(accountCalls.saveUser, {
      userName: person.userName,
      cname: person.name,
      workNum: person.workNum,
      deptId: idOf(departments, person.department),
      kind: person.kind,
      post: person.post,
      mobile: person.mobile,
      canLogin: password !== undefined,
      roleIds: person.roles.map((role) => idOf(roles, role)),
      ...(password === undefined ? {} : { password }),
    })
    users.set(person.workNum, saved.id)
  })
  return users
}

const saveDevices = async (ask: Ask, departments: Ids, users: Ids): Promise<void> => {
  const owner = ({ department, wearer }: { readonly department: string; readonly wearer: string | null }) => ({
    deptId: idOf(departments, department),
    userId: wearer === null ? null : idOf(users, wearer),
  })
  await forEach(cast.helmets, async (helmet) => {
    const { hatNo, imei, sipId, mobile, model, enable } = helmet
    await ask(deviceCalls.saveBsHat, { hatNo, imei, sipId, mobile, model, enable, ...owner(helmet) })
  })
  await forEach(cast.badges, async (badge) => {
    const { badgeNo, devEui } = badge
    await ask(deviceCalls.saveBsBadge, { badgeNo, devEui, ...owner(badge) })
  })
  await forEach(cast.cars, async ({ department, driver, duty: _duty, onShift: _onShift, ...record }) => {
    // What is the plant's own is let in by the gates themselves, once one of them keeps its lists.
    const whiteList = record.owner === siteName ? 1 : 0
    await ask(deviceCalls.saveBsCar, { ...record, whiteList, userId: idOf(users, driver), deptId: idOf(departments, department) })
  })
}

/** Answers the areas, which others name. */
const saveHazards = async (ask: Ask, departments: Ids): Promise<Ids> => {
  const areas = new Map<string, string>()
  await forEach(cast.areas, async ({ name, code, ring, equipCode, riskLevel, maxCount, department, responsible }) => {
    const deptId = idOf(departments, department)
    const points = ring.map(toLngLat)
    const saved = await ask(hazardCalls.saveBsHazardArea, {
      name,
      code,
      points,
      equipCode,
      riskLevel,
      maxCount,
      deptId,
      responsible,
    })
    areas.set(name, saved.id)
  })
  await forEach(cast.fences, async (fence) => {
    await ask(hazardCalls.saveBsDangArea, {
      name: fence.name,
      type: fence.type,
      maxCount: fence.maxCount,
      shape: fence.shape,
      points: fence.points.map(toLngLat),
      radius: fence.radius,
      halfWidth: fence.halfWidth,
      level: fence.level,
      areaId: fence.area === null ? null : idOf(areas, fence.area),
      allowDeptIds: fence.allowDepartments.map((name) => idOf(departments, name)),
      deviceTypes: [...fence.deviceTypes],
      remark: fence.remark,
    })
  })
  return areas
}
