import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { head, large, openLine, readAnswer, type Line } from './line.ts'
import { createTestSite, deviceKey, type TestSite } from './site.ts'

/** Of one sender so many bodies of 8 MB are let in at one time, and so many in all. */
const mostOfOne = 8
const mostInAll = 24
const imei = '867400000000001'
const reports = '/ingest/reports'
const withKey = (key: string): string => head(reports, { 'x-device-key': key })

describe('bodies on their way', () => {
  let site: TestSite
  let keys: readonly string[]
  beforeAll(async () => {
    site = await createTestSite({}, afterAll)
    await site.makeHat(imei)
    const made = ['one', 'two', 'three'].map((name) => site.admin.ask(deviceCalls.saveDeviceKey, { name }))
    keys = (await Promise.all(made)).map(({ key }) => key)
  })

  /** Posts that are let in and whose bodies do not come, gone with the test. */
  const begin = async (many: number, request: string): Promise<readonly Line[]> => {
    const lines = Array.from({ length: many }, () => openLine(site))
    onTestFinished(() => end(lines))
    for (const { socket, served } of lines) {
      socket.write(request)
      await expect.poll(async () => (await served).bytesRead).toBe(request.length)
    }
    return lines
  }
  const end = async (lines: readonly Line[], how: 'destroy' | 'resetAndDestroy' = 'destroy'): Promise<void> => {
    await Promise.all(
      lines.map(async ({ socket, served }) => {
        const line = await served
        socket[how]()
        if (!line.closed) await new Promise((resolve) => line.once('close', resolve))
      }),
    )
  }
  const refused = async (request: string) => {
    const { socket, until } = openLine(site)
    socket.write(request)
    const told = readAnswer(await until((text) => text.includes('"data"')))
    socket.destroy()
    return told
  }
  const post = async (key: string, body: string | ReadableStream): Promise<[number, unknown]> => {
    const response = await fetch(site.origin + reports, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-key': key },
      body,
      duplex: 'half',
    })
    return [response.status, ((await response.json()) as { code: string }).code]
  }
  const padded = JSON.stringify({ reports: [], padding: 'a'.repeat(large - 100) })
  const cry = (): { readonly deviceType: string; readonly deviceId: string; readonly time: string; readonly sos: string } => ({
    deviceType: 'hat',
    deviceId: imei,
    time: new Date().toISOString(),
    sos: 'press',
  })

  it('are so many of one key, and a call for help always fits', async () => {
    const lines = await begin(mostOfOne, withKey(deviceKey))
    const told = await refused(withKey(deviceKey))
    expect([told.status, told.code]).toEqual([503, 'notReady'])
    expect(told.headers).toMatch(/retry-after: \d/)
    expect(told.headers).toContain('connection: close')
    expect(await site.report([cry()])).toMatchObject({ accepted: 1 })
    expect(await post(keys[0] ?? '', padded)).toEqual([200, '200'])
    await end(lines)
    expect(await post(deviceKey, padded)).toEqual([200, '200'])
  })

  it('count when they do not say how long they are, once there is more of them than a call for help has', async () => {
    const chunked = head(reports, { 'x-device-key': deviceKey, 'transfer-encoding': 'chunked' }).replace(
      /content-length: \d+\r\n/,
      '',
    )
    const begun = `${chunked}100000\r\n${' '.repeat(5_000)}`
    const lines = await begin(mostOfOne, begun)
    expect((await refused(begun)).status).toBe(503)
    const help = new Blob([JSON.stringify({ reports: [cry()] })]).stream()
    expect(await post(deviceKey, help)).toEqual([200, '200'])
    await end(lines)
    expect(await post(deviceKey, new Blob([padded]).stream())).toEqual([200, '200'])
  })

  it('are so many in all, those of people among them', async () => {
    const senders = [deviceKey, ...keys.slice(0, 2)]
    for (const key of senders) await begin(mostInAll / senders.length, withKey(key))
    expect((await refused(withKey(keys[2] ?? ''))).status).toBe(503)
    const basemap = head(`/api${siteCalls.saveBasemap.path}`, { authorization: site.adminToken })
    expect((await refused(basemap)).status).toBe(503)
    expect((await site.admin.send(deviceCalls.listBsHatAll, {})).code).toBe('200')
  })

  it('count no longer when their lines are reset', async () => {
    await end(await begin(mostOfOne, withKey(deviceKey)), 'resetAndDestroy')
    expect(await post(deviceKey, padded)).toEqual([200, '200'])
  })

  it('count no longer when they were too slow', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const lines = await begin(mostOfOne, withKey(deviceKey))
    vi.advanceTimersByTime(30_000)
    const told = await Promise.all(lines.map(async ({ closed }) => readAnswer(await closed).status))
    expect(told).toEqual(lines.map(() => 408))
    expect(await post(deviceKey, padded)).toEqual([200, '200'])
  })

  it('count no longer when they were answered', async () => {
    for (let time = 0; time <= mostOfOne; time += 1) expect(await post(deviceKey, padded)).toEqual([200, '200'])
  })
})
