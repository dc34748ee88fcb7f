import { hash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { challengeIn } from './digest.ts'
import { createPushLink } from './pushes.ts'

const login = { userName: 'gate-7', password: 'Hn7wGd2pKx9sTq4v' }
const push = (text: string) => ({ type: 'text/plain', body: Buffer.from(text) })

interface Heard {
  readonly authorization: string
  readonly body: string
}
/** A site that answers each post as it is told; what it heard. */
const serve = async (answer: (heard: Heard, count: number) => { status: number; challenge?: string }) => {
  const heard: Heard[] = []
  const read = async (request: IncomingMessage): Promise<string> => {
    const pieces: Buffer[] = []
    for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece)
    return Buffer.concat(pieces).toString()
  }
  const http = createServer((request, response) => {
    void read(request).then((body) => {
      const one = { authorization: request.headers.authorization ?? '', body }
      heard.push(one)
      const { status, challenge } = answer(one, heard.length)
      response.writeHead(status, challenge === undefined ? {} : { 'www-authenticate': challenge }).end('{}')
    })
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  onTestFinished(() => void http.close())
  const problems: string[] = []
  const link = createPushLink({
    origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    path: '/ingest/gate',
    login,
    onProblem: (problem) => problems.push(problem),
    wait: () => Promise.resolve(),
  })
  return { heard, problems, link }
}

const asked = (nonce: string, more = '') =>
  `Digest realm="Vigil", qop="auth", algorithm=SHA-256, nonce="s${nonce}"${more}, Digest realm="Vigil", qop="auth", algorithm=MD5, nonce="${nonce}"${more}, Basic realm="Vigil"`
/** Whether it answers the challenge as RFC 7616 says, and how often that was answered. */
const countOf = (authorization: string, nonce: string): number | null => {
  const part = (name: string): string => new RegExp(`\\b${name}="?([^",]+)`).exec(authorization)?.[1] ?? ''
  const ha1 = hash('md5', `${login.userName}:Vigil:${login.password}`)
  const expected = hash('md5', [ha1, nonce, part('nc'), part('cnonce'), 'auth', hash('md5', 'POST:/ingest/gate')].join(':'))
  return part('nonce') === nonce && part('response') === expected ? Number.parseInt(part('nc'), 16) : null
}

it('proves who it is by the challenge it was given, until another one comes', async () => {
  let nonce = 'one'
  const counts: number[] = []
  const { heard, problems, link } = await serve(({ authorization }) => {
    const count = countOf(authorization, nonce)
    if (count === null) return { status: 401, challenge: asked(nonce, authorization === '' ? '' : ', stale=true') }
    counts.push(count)
    return { status: 200 }
  })
  for (const text of ['a', 'b']) link.push(push(text))
  await link.empty()
  nonce = 'two'
  link.push(push('c'))
  await link.empty()
  expect(heard.map(({ body }) => body)).toEqual(['a', 'a', 'b', 'c', 'c'])
  expect([counts, problems]).toEqual([[1, 2, 1], []])
})

it('says again what was not stored, in order, and leaves what cannot be read', async () => {
  const { heard, problems, link } = await serve(({ body }, count) => ({ status: body === 'bad' ? 400 : count <= 2 ? 503 : 200 }))
  for (const text of ['a', 'bad', 'b']) link.push(push(text))
  await link.empty()
  expect(heard.map(({ body }) => body)).toEqual(['a', 'a', 'a', 'bad', 'b'])
  expect(problems).toHaveLength(3)
  expect(link.waiting).toBe(0)
})

it('does not try a password that is wrong again and again at once', async () => {
  const { heard, link, problems } = await serve((_, count) =>
    count > 6 ? { status: 200 } : { status: 401, challenge: asked(`n${count}`) },
  )
  link.push(push('a'))
  await link.empty()
  // The first is answered at once, the others wait for as long as after any failure.
  expect([heard.length, problems.length]).toEqual([7, 5])
})

it('understands the first challenge by MD5 that wants qop, and none that it cannot answer', () => {
  expect(challengeIn(asked('x'))).toEqual({ realm: 'Vigil', nonce: 'x' })
  expect(challengeIn('Basic realm="a"')).toBeNull()
  expect(challengeIn(null)).toBeNull()
})
