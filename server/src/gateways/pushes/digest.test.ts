import { hash } from 'node:crypto'
import { expect, it } from 'vitest'
import { ha1Of } from '../../modules/pushing/index.ts'
import { challengeFor, createChallenges, newSalt, rememberedAtMost } from '../shared/challenges.ts'
import { checkDigest } from './digest.ts'

let now = Date.parse('2026-11-20T00:15:30Z')
const challengesOf = (secret: string, server: string) =>
  createChallenges({ secret: () => secret, server, now: () => now, random: newSalt })
const network = '10.0.0.0'
const ha1 = ha1Of('cam-7', 'Hn7wGd2pKx9sTq4v')
const asked = { method: 'POST', url: '/ingest/anpr' }
/** The right answer to a challenge. */
const answerTo = (nonce: string, nc = '00000001'): ReadonlyMap<string, string> => {
  const response = hash('md5', [ha1.md5, nonce, nc, '0a4f113b', 'auth', hash('md5', 'POST:/ingest/anpr')].join(':'))
  return new Map(Object.entries({ nonce, response, uri: '/ingest/anpr', algorithm: 'MD5', qop: 'auth', nc, cnonce: '0a4f113b' }))
}

it('takes the answer to a challenge from the network that it was given to alone, of this server, and for its time', () => {
  const challenges = challengesOf('of the site', 'one')
  const answer = answerTo(challenges.nonce(network))
  expect(checkDigest(answer, ha1, asked, { challenges, network: '10.0.1.0' })).toBe('stale')
  expect(checkDigest(answer, ha1, asked, { challenges: challengesOf('another', 'one'), network })).toBe('stale')
  expect(checkDigest(answer, ha1, asked, { challenges: challengesOf('of the site', 'another'), network })).toBe('stale')
  expect(checkDigest(answer, ha1, { ...asked, method: 'PUT' }, { challenges, network })).toBe('wrong')
  expect(checkDigest(answer, ha1, asked, { challenges, network })).toBe('right')
  const late = answerTo(challenges.nonce(network))
  now += challengeFor
  expect(checkDigest(late, ha1, asked, { challenges, network })).toBe('stale')
})

it('takes each count of a challenge once, in its order, and none of a wrong password', () => {
  const here = { challenges: challengesOf('of the site', 'one'), network }
  const nonce = here.challenges.nonce(network)
  const check = (nc: string, of = ha1) => checkDigest(answerTo(nonce, nc), of, asked, here)
  expect(check('00000002', ha1Of('cam-7', 'x'))).toBe('wrong')
  expect(['00000001', '00000001', '00000002', '00000010', '0000000f', '00000010', 'none'].map((nc) => check(nc))).toEqual([
    'right',
    'stale',
    'right',
    'right',
    'stale',
    'stale',
    'stale',
  ])
})

it('takes no answer twice, however many were answered since', () => {
  const challenges = challengesOf('of the site', 'one')
  const first = challenges.nonce(network)
  expect(challenges.take(first, '00000001', network)).toBe(true)
  now += 1
  for (let other = 0; other < rememberedAtMost; other += 1)
    expect(challenges.take(challenges.nonce(network), '00000001', network)).toBe(true)
  expect(challenges.take(first, '00000001', network)).toBe(false)
  expect(challenges.take(challenges.nonce(network), '00000001', network)).toBe(true)
})
