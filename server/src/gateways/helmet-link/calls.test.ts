import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createTraffic } from '../../kernel/gateway.ts'
import type { Incoming } from '../../modules/positions/index.ts'
import { createCalls } from './calls.ts'
import { helpIn, readSaid, type Said } from './messages.ts'

const saidOf = (message: unknown): Said => {
  const said = readSaid(JSON.stringify(message))
  if (said === null || said.cmd === 'other') throw new Error('it is a message of the service')
  return said
}

it('writes one line of a thousand calls that say not whose they are, and one of those of nobody known; each is counted', async () => {
  const lines: { readonly msg: string; readonly times: number }[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) })
  const traffic = createTraffic(Date.now)
  const reported: Incoming[] = []
  const calls = createCalls({
    log,
    traffic,
    now: Date.now,
    codeOf: ({ code }) => code || 'vendor:8080',
    report: (reports) => {
      reported.push(...reports)
      return Promise.resolve(reports.map(() => 'unknownDevice'))
    },
  })
  for (let call = 0; call < 1_000; call += 1) {
    calls.hear(saidOf({ cmd: 'server_push_sos', data: {} }))
    calls.hear(saidOf({ cmd: 'server_push_sos', data: { device_id: String(call) } }))
  }
  await new Promise((done) => setImmediate(done))
  expect(reported).toHaveLength(2_000)
  expect(reported.filter(({ deviceId }) => deviceId === 'vendor:8080')).toHaveLength(1_000)
  expect(traffic.counts().errors).toBe(1_000)
  expect(lines.map(({ times }) => times)).toEqual([1, 1])
  await calls.stop()
  expect(lines.slice(2).map(({ times }) => times)).toEqual([999, 1_999])
  expect(lines[2]?.msg).toContain('do not say which helmet calls')
})

it.each<[said: string, message: Readonly<Record<string, unknown>>, codes: readonly string[]]>([
  ['an object', { data: { device_id: '1' } }, ['1']],
  ['a list', { data: [{ user_info: { device_id: '1' } }, {}, null, { device_id: 2 }] }, ['1', '2']],
  ['a text of JSON', { data: '{"user_info":{"device_id":"1"}}' }, ['1']],
  ['a list as a text of JSON', { data: '[{"user_info":[{"device_id":"1"}]},{"device_id":"2"}]' }, ['1', '2']],
  ['a code', { data: '1' }, ['1']],
  ['a number', { data: 1 }, ['1']],
  ['what stands beside it', { device_id: '1', data: { location_info: {} } }, ['1']],
  ['nobody', { data: [] }, ['']],
  ['nobody, as half a text', { data: '{"user_info":' }, ['{"user_info":']],
])('reads whose a call is from %s', (_, message, codes) => {
  const called = helpIn(saidOf({ cmd: 'server_push_sos', ...message }), Date.now())
  expect(called.map(({ names }) => names.code)).toEqual(codes)
  const { data, ...beside } = message
  expect(helpIn(saidOf({ cmd: 'server_push_ca_sip_sos', ...beside, ca_info: data }), Date.now())).toHaveLength(codes.length)
})
