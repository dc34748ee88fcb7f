import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createTraffic } from '../../kernel/gateway.ts'
import type { Incoming } from '../../modules/positions/index.ts'
import { createCalls } from './calls.ts'
import { readSaid, type Said } from './messages.ts'

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
  expect(reported).toHaveLength(1_000)
  expect(traffic.counts().errors).toBe(1_000)
  expect(lines.map(({ times }) => times)).toEqual([1, 1])
  await calls.stop()
  expect(lines.slice(2).map(({ times }) => times)).toEqual([999, 999])
  expect(lines[2]?.msg).toContain('do not say which helmet calls')
})
