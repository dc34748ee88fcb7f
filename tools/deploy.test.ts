import { readFile } from 'node:fs/promises'
import { domains } from '@vigil/contract/index.ts'
import type { Call } from '@vigil/contract/kernel/call.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { visitPath } from '@vigil/contract/gates/booking.ts'
import { expect, it } from 'vitest'
import { largestPush, paths } from '../server/src/gateways/pushes/routes.ts'

const conf = await readFile(new URL('../deploy/nginx/vigil.conf', import.meta.url), 'utf8')
const locationOf = (address: string): string => new RegExp(`location (?:= )?${address} \\{([^}]*)\\}`).exec(conf)?.[1] ?? ''
const bodyOf = (address: string): number => Number(/client_max_body_size (\d+)m;/.exec(locationOf(address))?.[1]) * 1024 * 1024

it('the nginx as shipped bounds connections, requests and guesses at the addresses that the contract has', () => {
  expect(conf).toMatch(/limit_conn vigil_all \d+;\s+limit_conn vigil_address \d+;/)
  expect(locationOf(`/api${sessionCalls.login.path}`)).toContain('limit_req zone=vigil_sign_in')
  for (const address of ['/api/', '/ingest/']) expect(locationOf(address)).toContain('limit_req zone=vigil_calls')
})

it('its bounds of a body let through what the server takes', () => {
  const calls = Object.values(domains).flatMap((domain) => Object.values<Call>(domain))
  expect(calls.length).toBeGreaterThan(100)
  for (const call of calls) expect(bodyOf(`/api${call.path}`) || bodyOf('/api/'), call.path).toBeGreaterThan(call.bodyLimit)
})

it('lets what cameras and turnstiles push through at each of their addresses, pictures and all', () => {
  for (const path of Object.values(paths).flat()) {
    const folder = path.slice(0, path.indexOf('/', 1) + 1)
    expect(bodyOf(folder), path).toBeGreaterThan(largestPush)
    expect(locationOf(folder)).toContain('limit_req zone=vigil_calls')
  }
})

it('keeps the address of a visitor’s booking out of its log', () => {
  expect(locationOf(visitPath(''))).toContain('access_log off;')
})
