import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { head, large, openLine, readAnswer, type Line } from './line.ts'
import { afterFile } from './ends.ts'
import { createTestSite, deviceKey, type TestSite } from './site.ts'

/** Of one sender so many bodies of 8 MB have room at one time. */
const mostOfOne = 8
const imei = '867400000000001'
const reports = '/ingest/reports'

describe('bodies on their way', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await createTestSite({}, afterFile)
    await site.makeHat(imei)
  })

  /** Posts of 8 MB that are let in and of whose bodies only so much comes, gone with the test. */
  const begin = async (many: number, body: string): Promise<readonly Line[]> => {
    const lines = Array.from({ length: many }, () => openLine(site))
    onTestFinished(() => lines.forEach(({ socket }) => socket.destroy()))
    const text = head(reports, { 'x-device-key': deviceKey }) + body
    for (const { socket, served } of lines) {
      socket.write(text)
      await expect.poll(async () => (await served).bytesRead).toBe(text.length)
    }
    return lines
  }
  const report = (time: number, more: object = {}): object => ({
    deviceType: 'hat',
    deviceId: imei,
    time: new Date(time).toISOString(),
    lng: 118.36,
    lat: 31.17,
    ...more,
  })
  /** What a gateway sends: more than what is always let in, a call for help among it. */
  const batch = (seconds: number): string => {
    const begun = Date.now() - seconds * 1_000
    const walked = Array.from({ length: 40 }, (_, index) => report(begun + index))
    return JSON.stringify({ reports: [...walked, report(begun + 40, { sos: 'press' })] })
  }
  const post = async (body: string | ReadableStream): Promise<[number, unknown]> => {
    const response = await fetch(site.origin + reports, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-key': deviceKey },
      body,
      duplex: 'half',
    })
    const { data } = (await response.json()) as { data: { accepted: number } | null }
    return [response.status, data?.accepted]
  }

  it('count for nothing while they are only announced, and as much as comes when they do not say how long they are', async () => {
    await begin(mostOfOne, '')
    const streams = Array.from({ length: 3 * mostOfOne }, (_, index) => new Blob([batch(10 + index)]).stream())
    expect(await Promise.all(streams.map(post))).toEqual(streams.map(() => [200, 41]))
  })

  it('make room for those of the same sender that go on', async () => {
    const [silent] = await begin(mostOfOne, ' '.repeat(large - 1))
    const [told, answer] = await Promise.all([silent?.closed, post(batch(60) + ' '.repeat(mostOfOne * 4 * 1024))])
    expect(answer).toEqual([200, 41])
    const { status, code, headers } = readAnswer(told ?? '')
    expect([status, code]).toEqual([503, 'notReady'])
    expect(headers).toMatch(/retry-after: \d/)
    expect(headers).toContain('connection: close')
  })
})
