import { hash } from 'node:crypto'
import { expect, it } from 'vitest'
import { ha1Of } from '../../modules/pushing/index.ts'
import { checkDigest, nonceFor, nonceOf } from './digest.ts'

const now = Date.parse('2026-11-20T00:15:30Z')
const here = { secret: 'a secret of the site', network: '10.0.0.0', now }
const ha1 = ha1Of('cam-7', 'Hn7wGd2pKx9sTq4v')
const asked = { method: 'POST', url: '/ingest/anpr' }
/** The right answer to a challenge. */
const answerTo = (nonce: string): ReadonlyMap<string, string> => {
  const response = hash('md5', [ha1.md5, nonce, '00000001', '0a4f113b', 'auth', hash('md5', 'POST:/ingest/anpr')].join(':'))
  return new Map(
    Object.entries({ nonce, response, uri: '/ingest/anpr', algorithm: 'MD5', qop: 'auth', nc: '00000001', cnonce: '0a4f113b' }),
  )
}

it('takes the answer to a challenge from the network that it was given to alone, of this site, and for its time', () => {
  const answer = answerTo(nonceOf(here))
  expect(checkDigest(answer, ha1, asked, here)).toBe('right')
  expect(checkDigest(answer, ha1, asked, { ...here, network: '10.0.1.0' })).toBe('stale')
  expect(checkDigest(answer, ha1, asked, { ...here, secret: 'another' })).toBe('stale')
  expect(checkDigest(answer, ha1, asked, { ...here, now: now + nonceFor })).toBe('stale')
  expect(checkDigest(answer, ha1, { ...asked, method: 'PUT' }, here)).toBe('wrong')
})
