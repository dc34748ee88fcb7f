import { expect, it } from 'vitest'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { createTestSite } from './site.ts'

it.each(['/', '/api/sys/sysUser/getInfo', '/ingest/reports', '/nothing-here', '/livez'])(
  'an answer to %s tells the browser what it may do with it, each thing once',
  async (path) => {
    const site = await createTestSite()
    const { headers } = await fetch(`${site.origin}${path}`)
    expect(headers.get('content-security-policy')).toMatch(/default-src 'self'.*script-src 'self';/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    // Its clients came over HTTP: a promise to come over TLS from now on would lock them out.
    expect(headers.get('strict-transport-security')).toBeNull()
    expect(headers.get('x-powered-by')).toBeNull()
  },
)

it('what is answered to a call, a device, a probe or by mistake is kept by no cache', async () => {
  const site = await createTestSite()
  const post = (path: string, headers: Record<string, string> = {}, body = '{}') =>
    fetch(`${site.origin}${path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })
  const authorization = site.adminToken
  const answers = await Promise.all([
    post(`/api${siteCalls.getSite.path}`, { authorization }),
    post(`/api${siteCalls.getSite.path}`),
    post(`/api${siteCalls.getSite.path}`, { authorization }, 'no JSON'),
    post(`/api${siteCalls.getSite.path}`, { authorization }, 'a'.repeat(100_000)),
    post('/ingest/reports'),
    post('/nothing-here'),
    ...['/livez', '/readyz', '/metrics', '/api/openapi.json', '/api/docs'].flatMap((path) => [
      fetch(`${site.origin}${path}`, { headers: { authorization } }),
      fetch(`${site.origin}${path}`, { headers: { via: '1.1 proxy' }, redirect: 'manual' }),
    ]),
  ])
  expect(answers.map(({ status, headers }) => `${status} ${headers.get('cache-control')}`)).toEqual(
    [200, 200, 400, 413, 200, 404, 200, 200, 200, 200, 200, 403, 200, 401, 200, 302].map((status) => `${status} no-store`),
  )
})

it('the metrics are for this machine alone: nobody asks for them through a proxy of whatever make', async () => {
  const site = await createTestSite()
  const statusWith = async (name: string) => (await fetch(`${site.origin}/metrics`, { headers: { [name]: 'x' } })).status
  expect(await statusWith('accept')).toBe(200)
  const forwarding = ['for', 'host', 'proto', 'port', 'server', 'prefix'].map((what) => `x-forwarded-${what}`)
  const others = [
    'forwarded',
    'via',
    'x-real-ip',
    'x-client-ip',
    'true-client-ip',
    'cf-connecting-ip',
    'x-original-forwarded-for',
  ]
  for (const name of [...forwarding, ...others]) expect(await statusWith(name), name).toBe(403)
})

it('the metrics are for whoever has their key and asks himself, and for nobody else', async () => {
  const key = 'a-key-for-the-metrics'
  const site = await createTestSite({ metricsKey: key })
  const status = async (headers: Record<string, string>) => (await fetch(`${site.origin}/metrics`, { headers })).status
  expect(await status({ authorization: `Bearer ${key}` })).toBe(200)
  expect(await status({ authorization: `Bearer ${key}`, 'x-forwarded-for': '203.0.113.7' })).toBe(403)
  for (const authorization of ['', key, `Bearer ${key}!`, `Bearer ${key.slice(1)}`, 'Bearer ']) {
    expect(await status({ authorization })).toBe(403)
  }
})
