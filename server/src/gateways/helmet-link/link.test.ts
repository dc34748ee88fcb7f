import { expect, it, onTestFinished } from 'vitest'
import { startVendor, type Vendor } from '../../../test/helmet-vendor.ts'
import { createTraffic } from '../../kernel/gateway.ts'
import { createLog } from '../../kernel/log.ts'
import { saidAtMost, startLink, type Times, type Timing } from './link.ts'
import { activeAtMost, activeOf, readSaid, type Said } from './messages.ts'

const quick: Times = { poll: 20, silence: 300, greeting: 200, again: [10, 40], stands: 5_000 }

/** A line to a vendor, with what was heard over it. */
const linkTo = (
  vendor: Pick<Vendor, 'url'>,
  lease: { has: boolean | Error } = { has: true },
  password = 'vendor-Secret-1',
  timing?: Timing,
  hear: (message: Said) => Promise<void> | undefined = () => undefined,
) => {
  const heard: Said[] = []
  const changes: boolean[] = []
  const traffic = createTraffic(Date.now)
  const link = startLink(
    {
      url: vendor.url,
      user: 'vigil',
      password,
      lease: {
        take: () => (lease.has instanceof Error ? Promise.reject(lease.has) : Promise.resolve(lease.has)),
        give: () => Promise.resolve(),
      },
      traffic,
      log: createLog('silent'),
      hear: (message) => {
        heard.push(message)
        return hear(message)
      },
      onChange: (is) => changes.push(is),
    },
    quick,
    timing,
  )
  onTestFinished(link.stop)
  return { link, heard, changes, traffic, lease }
}
const sos = { cmd: 'server_push_sos', sos_type: '7', data: { user_info: { device_id: '100' } } }
/** Comes back by itself, as the only line, and hears what is said then. */
const isBack = async (vendor: Vendor, { heard }: ReturnType<typeof linkTo>, lines: number): Promise<void> => {
  await expect.poll(() => vendor.lines.length).toBeGreaterThanOrEqual(lines)
  const asked = vendor.asked()
  await expect.poll(() => vendor.asked()).toBeGreaterThan(asked)
  expect(vendor.open()).toBe(1)
  heard.length = 0
  vendor.push(sos)
  await expect.poll(() => heard.filter(({ cmd }) => cmd === 'server_push_sos').length).toBe(1)
}

it('logs in by name and password, asks again and again who is there, and hears', async () => {
  const vendor = await startVendor()
  const line = linkTo(vendor)
  await isBack(vendor, line, 1)
  expect(vendor.lines[0]?.heard[0]).toMatchObject({ act: 'ma_login', user_name: 'vigil', pwd: vendor.password })
  expect(line.changes).toEqual([true])
})

it('comes back to a service that closes, each time as its only line', async () => {
  const vendor = await startVendor()
  const line = linkTo(vendor)
  for (let lines = 1; lines <= 3; lines += 1) {
    await isBack(vendor, line, lines)
    vendor.lines.at(-1)?.socket.close()
  }
  await isBack(vendor, line, 4)
  expect(line.changes).toEqual([true, false, true, false, true, false, true])
})

it('waits longer each time for a service that lets it in and closes, and begins anew after a line that stood', async () => {
  const vendor = await startVendor()
  const waits: number[] = []
  let now = 0
  const timing: Timing = {
    now: () => now,
    pause: (milliseconds) => {
      waits.push(milliseconds)
      return Promise.resolve()
    },
  }
  const line = linkTo(vendor, undefined, undefined, timing)
  const closes = async (lines: number, stood: number): Promise<void> => {
    await expect.poll(() => line.changes.filter((is) => is).length).toBe(lines)
    now += stood
    vendor.lines.at(-1)?.socket.close()
    await expect.poll(() => waits.length).toBe(lines)
  }
  for (const [at, stood] of [0, 4_999, 0, 0, 5_000, 0].entries()) await closes(at + 1, stood)
  expect(waits).toEqual([10, 20, 40, 40, 10, 20])
})

it('says in both languages that nobody is there', async () => {
  const { traffic } = linkTo({ url: 'ws://127.0.0.1:1' })
  await expect
    .poll(() => traffic.counts().lastError)
    .toMatchObject({
      zh: expect.stringContaining('对方拒绝连接') as string,
      en: expect.stringContaining('nobody accepts') as string,
    })
})

it('gives up a line on which nothing is said any more', async () => {
  const vendor = await startVendor()
  const line = linkTo(vendor)
  await isBack(vendor, line, 1)
  vendor.isMute = true
  await expect.poll(() => vendor.lines.length).toBeGreaterThan(1)
  expect(line.traffic.counts().lastError?.en).toMatch(/says nothing|does not let us in/)
  vendor.isMute = false
  await isBack(vendor, line, 2)
})

it('hears what is good between nonsense and half a message, and leaves a service that says nothing else', async () => {
  const vendor = await startVendor()
  const line = linkTo(vendor)
  await isBack(vendor, line, 1)
  for (const nonsense of ['{"cmd":"server_push_so', 'null', '[]', '<html>', '{"cmd":7}', '{"cmd":"unheard_of"}'])
    vendor.push(nonsense)
  line.heard.length = 0
  vendor.push(sos)
  await expect.poll(() => line.heard.some(({ cmd }) => cmd === 'server_push_sos')).toBe(true)
  expect(vendor.lines).toHaveLength(1)
  for (let time = 0; time < 40; time += 1) vendor.push('nonsense')
  await isBack(vendor, line, 2)
})

it('is told when it is refused, and tries again until it is let in', async () => {
  const vendor = await startVendor()
  vendor.password = 'another'
  const line = linkTo(vendor)
  await expect.poll(() => vendor.lines.length).toBeGreaterThan(2)
  expect(line.traffic.counts().lastError?.en).toMatch(/please login in/)
  expect(line.changes).toEqual([])
  vendor.password = 'vendor-Secret-1'
  await isBack(vendor, line, 3)
})

it('logs in anew where the service has forgotten it', async () => {
  const vendor = await startVendor()
  const line = linkTo(vendor)
  await isBack(vendor, line, 1)
  vendor.push({ cmd: 'ma_sending_message', status: false, msg: 'please login in' })
  await isBack(vendor, line, 2)
})

it.each([
  { status: false, msg: 'please login in' },
  { status: 'false', data: [] },
  { msg: 'Please login in', data: null },
])('logs in anew where the service answers its questions with %j', async (answer) => {
  const vendor = await startVendor()
  const line = linkTo(vendor)
  await isBack(vendor, line, 1)
  vendor.forget(answer)
  await isBack(vendor, line, 2)
  expect(vendor.lines[1]?.heard[0]).toMatchObject({ act: 'ma_login' })
  expect(line.traffic.counts().lastError?.en).toBe('it wants a new login')
  expect(line.changes).toEqual([true, false, true])
})

it('hears nothing of a service that has not let it in', async () => {
  const vendor = await startVendor()
  vendor.isMute = true
  const { heard } = linkTo(vendor)
  await expect.poll(() => vendor.lines[0]?.heard.length).toBe(1)
  vendor.push(sos)
  await expect.poll(() => vendor.lines.length).toBeGreaterThan(1)
  expect(heard).toEqual([])
})

it('lets go of its line when another server has the lease, and stays away until it has it again', async () => {
  const vendor = await startVendor()
  const line = linkTo(vendor)
  await isBack(vendor, line, 1)
  line.lease.has = false
  await expect.poll(() => vendor.open()).toBe(0)
  expect(line.changes).toEqual([true, false])
  line.lease.has = true
  await isBack(vendor, line, 2)
})

it('keeps its line while the database cannot be asked: what is called meanwhile is told once', async () => {
  const vendor = await startVendor()
  const line = linkTo(vendor)
  await isBack(vendor, line, 1)
  line.lease.has = new Error('no database')
  const asked = vendor.asked()
  await expect.poll(() => vendor.asked()).toBeGreaterThan(asked + 2)
  await isBack(vendor, line, 1)
  expect(vendor.lines).toHaveLength(1)
})

it('ends its line when it is stopped, also one that is being opened', async () => {
  const vendor = await startVendor()
  const line = linkTo(vendor)
  await isBack(vendor, line, 1)
  await line.link.stop()
  await expect.poll(() => vendor.open()).toBe(0)
  const early = linkTo(vendor)
  await early.link.stop()
  await expect.poll(() => vendor.open()).toBe(0)
})

it('ends the line of a service that says too much, having heard what it called, and comes back after the longest wait', async () => {
  const vendor = await startVendor()
  const waits: number[] = []
  const again = Promise.withResolvers<void>()
  const timing: Timing = {
    now: () => 0,
    pause: (milliseconds) => {
      waits.push(milliseconds)
      return again.promise
    },
  }
  const line = linkTo(vendor, undefined, undefined, timing)
  await expect.poll(() => vendor.asked()).toBeGreaterThan(0)
  const calls = 100
  for (let call = 0; call < calls; call += 1) vendor.push(sos)
  for (let said = 0; said < saidAtMost.messages; said += 1) vendor.push('{"cmd":"x"}')
  await expect.poll(() => waits).toEqual([40])
  expect(line.heard.filter(({ cmd }) => cmd === 'server_push_sos')).toHaveLength(calls)
  expect(line.traffic.counts().lastError?.en).toBe('it says too much')
  again.resolve()
  await isBack(vendor, line, 2)
})

it('reads nothing more while what was said is worked on, and everything afterwards', async () => {
  const vendor = await startVendor()
  const working = Promise.withResolvers<void>()
  let held = false
  const line = linkTo(vendor, undefined, undefined, undefined, ({ cmd }) => {
    if (cmd !== 'ma_get_active_devices' || held) return undefined
    held = true
    return working.promise
  })
  await expect.poll(() => held).toBe(true)
  const [socket] = vendor.lines
  if (!socket) throw new Error('there is a line')
  // More than sockets themselves hold.
  const big = JSON.stringify({ ...sos, more: 'x'.repeat(1024 * 1024) })
  for (let said = 0; said < 15; said += 1) vendor.push(big)
  await expect.poll(() => socket.socket.bufferedAmount).toBeGreaterThan(0)
  const calls = () => line.heard.filter(({ cmd }) => cmd === 'server_push_sos').length
  expect(calls()).toBeLessThan(2)
  working.resolve()
  await expect.poll(calls).toBe(15)
})

it('looks at so many entries of a list, at what they are before at what they say, and in turns with others', () => {
  let looks = 0
  const entries = new Proxy(new Array<unknown>(4_000_000), {
    get: (target, name) => {
      if (typeof name !== 'string' || !/^\d+$/.test(name)) return Reflect.get(target, name) as unknown
      looks += 1
      return Number(name) % 1_000 === 0 ? { user_info: { device_id: name } } : 0
    },
  })
  const work = activeOf(entries)
  let pauses = 0
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) {
      expect(step.value).toHaveLength(activeAtMost / 1_000)
      break
    }
    pauses += 1
  }
  expect(pauses).toBe(activeAtMost / 1_000)
  expect(looks).toBeLessThanOrEqual(2 * activeAtMost + pauses)
  // Nor is a list gone through when it is read.
  const said = readSaid('{"cmd":"ma_get_active_devices","data":[0,null,{}]}')
  expect(said).toMatchObject({ cmd: 'ma_get_active_devices', data: [0, null, {}] })
  expect(readSaid('{"cmd":"ma_get_active_devices","data":7}')).toMatchObject({ cmd: 'ma_get_active_devices', data: null })
})
