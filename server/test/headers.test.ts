import { expect, it } from 'vitest'
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
