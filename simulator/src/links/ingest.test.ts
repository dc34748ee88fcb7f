import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { reportsAtMost, type Report } from '@vigil/contract/positions/report.ts'
import { afterEach, expect, test } from 'vitest'
import { createIngestLink, type IngestLink, type IngestOptions } from './ingest.ts'

const reportOf = (number: number, sos?: 'press'): Report => ({
  deviceType: 'badge',
  deviceId: `device-${number}`,
  time: '2026-11-20T08:00:00.000+08:00',
  lng: 118.362,
  lat: 31.178,
  ...(sos ? { sos } : {}),
})

interface Answer {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}
const taken = (rejected: readonly unknown[] = []): Answer => ({
  status: 200,
  body: { code: '200', msg: 'success', data: { accepted: 1, duplicate: 0, rejected } },
})
const later = (status: number, seconds: string): Answer => ({
  status,
  body: { code: 'notReady', msg: '服务暂不可用，请稍后再试', data: null },
  headers: { 'retry-after': seconds },
})

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

/** A server that gives the answers one after the other, the last one for ever; `arrived` resolves when it has `count` reports. */
const serve = async (answers: readonly Answer[], port = 0) => {
  const batches: Report[][] = []
  const keys: unknown[] = []
  let changed = (): void => undefined
  const server: Server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => (text += part))
    request.on('end', () => {
      const answer = answers[Math.min(batches.length, answers.length - 1)] ?? taken()
      const { reports } = JSON.parse(text) as { reports: Report[] }
      batches.push(reports)
      keys.push(request.headers['x-device-key'])
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
      response.end(JSON.stringify(answer.body))
      changed()
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  open.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  const until = (done: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      changed = () => {
        if (done()) resolve()
      }
      changed()
    })
  return { batches, keys, until, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** A link that does not wait between tries but notes for how long it would have. */
const link = (origin: string, more: Partial<IngestOptions> = {}): IngestLink & { problems: string[]; waits: number[] } => {
  const problems: string[] = []
  const waits: number[] = []
  const made = createIngestLink({
    origin,
    deviceKey: 'device key',
    every: 1,
    wait: async (milliseconds) => {
      if (milliseconds > 1) waits.push(milliseconds)
      await new Promise((resolve) => setImmediate(resolve))
    },
    onProblem: (problem) => problems.push(problem),
    ...more,
  })
  open.unshift(() => made.stop())
  return Object.assign(made, { problems, waits })
}

test('reports go out with the device key, at most as many as one call takes', async () => {
  const server = await serve([taken()])
  const ingest = link(server.origin)
  ingest.offer(Array.from({ length: reportsAtMost + 5 }, (_, at) => reportOf(at)))
  await server.until(() => server.batches.flat().length === reportsAtMost + 5)
  expect(server.batches.map((batch) => batch.length)).toEqual([reportsAtMost, 5])
  expect(server.keys).toEqual(['device key', 'device key'])
})

test('a server that is not ready gets the same reports again after the seconds it asked for', async () => {
  const server = await serve([later(503, '7'), later(429, '3'), taken()])
  const ingest = link(server.origin)
  ingest.offer([reportOf(1), reportOf(2)])
  await server.until(() => server.batches.length === 3)
  expect(server.batches[2]).toEqual([reportOf(1), reportOf(2)])
  expect(ingest.waits).toEqual([7000, 3000])
})

test('without a server nothing is lost and the waits grow up to 15 s', async () => {
  const gone = await serve([taken()])
  const port = Number(new URL(gone.origin).port)
  for (const close of open.splice(0)) await close()
  let failures = 0
  let failedOften = (): void => undefined
  const sixTimes = new Promise<void>((resolve) => (failedOften = resolve))
  const ingest = link(gone.origin, {
    onProblem: () => {
      failures += 1
      if (failures === 6) failedOften()
    },
  })
  ingest.offer([reportOf(1)])
  await sixTimes
  expect(ingest.waits.slice(0, 5)).toEqual([1000, 2000, 4000, 8000, 15_000])
  expect(ingest.waiting).toBe(1)
  const back = await serve([taken()], port)
  await back.until(() => back.batches.length === 1)
  expect(back.batches).toEqual([[reportOf(1)]])
})

test('a full queue drops its oldest positions and keeps every call for help', async () => {
  const server = await serve([later(503, '1')])
  const ingest = link(server.origin, { most: 3, wait: () => new Promise((resolve) => setImmediate(resolve)) })
  ingest.offer([reportOf(1, 'press'), reportOf(2), reportOf(3), reportOf(4), reportOf(5)])
  expect(ingest.waiting).toBe(3)
  await server.until(() => server.batches.length >= 1)
  expect(server.batches[0]).toEqual([reportOf(1, 'press'), reportOf(4), reportOf(5)])
})

test('what the server rejects is told and not sent again', async () => {
  const server = await serve([taken([{ index: 0, reason: 'unknownDevice' }])])
  const ingest = link(server.origin)
  ingest.offer([reportOf(1), reportOf(2)])
  await server.until(() => server.batches.length === 1)
  ingest.offer([reportOf(3)])
  await server.until(() => server.batches.length === 2)
  expect(server.batches[1]).toEqual([reportOf(3)])
  expect(ingest.problems[0]).toBe('ingest: 1 of 2 reports rejected: unknownDevice')
})

test('a batch that is refused for what it is does not hold up the next one', async () => {
  const server = await serve([
    { status: 400, body: { code: 'malformed', msg: 'The request is not valid JSON', data: null } },
    taken(),
  ])
  const ingest = link(server.origin)
  ingest.offer([reportOf(1)])
  await server.until(() => server.batches.length === 1)
  ingest.offer([reportOf(2)])
  await server.until(() => server.batches.flat().some(({ deviceId }) => deviceId === 'device-2'))
  expect(server.batches.flat().filter(({ deviceId }) => deviceId === 'device-1')).toHaveLength(1)
})
