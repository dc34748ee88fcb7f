import { request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { compressAnswers } from './compressed-answers.ts'

const envelope = (letters: number): string => JSON.stringify({ code: '200', msg: 'success', data: '安全帽'.repeat(letters) })

interface Answer {
  readonly encoding: string | undefined
  readonly vary: string | undefined
  readonly length: number
  readonly text: string
}

/** What comes for so many words, in a type, said as text or as bytes. */
const asked = async (
  letters: number,
  accepted: string,
  as: 'text' | 'bytes' = 'text',
  type = 'application/json',
): Promise<Answer> => {
  const fastify = Fastify()
  compressAnswers(fastify)
  fastify.get('/', (_request, reply) => reply.type(type).send(as === 'text' ? envelope(letters) : Buffer.from(envelope(letters))))
  const origin = await fastify.listen({ port: 0, host: '127.0.0.1' })
  try {
    return await new Promise((resolve, reject) => {
      request(origin, { headers: { 'accept-encoding': accepted } }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => {
          const body = Buffer.concat(parts)
          const encoding = response.headers['content-encoding']
          expect(response.headers['content-length']).toBe(String(body.byteLength))
          resolve({
            encoding,
            vary: response.headers.vary,
            length: body.byteLength,
            text: (encoding === 'gzip' ? gunzipSync(body) : body).toString(),
          })
        })
      })
        .on('error', reject)
        .end()
    })
  } finally {
    await fastify.close()
  }
}

test.each(['text', 'bytes'] as const)('a large answer that is %s goes compressed, and is the same', async (as) => {
  const answer = await asked(2_000, 'gzip, deflate, br', as)
  expect(answer).toMatchObject({ encoding: 'gzip', vary: 'accept-encoding', text: envelope(2_000) })
  expect(answer.length).toBeLessThan(1_024)
})

test.each(['', 'br', 'identity', 'gzip;q=0', 'gzip; q=0.0, br'])('who takes “%s” gets it as it is', async (accepted) => {
  expect(await asked(2_000, accepted)).toMatchObject({ encoding: undefined, vary: 'accept-encoding', text: envelope(2_000) })
})

test.each([
  ['small', 100, 'application/json'],
  ['so large that others would wait', 40_000, 'application/json'],
  ['no answer of a call', 2_000, 'image/png'],
])('what is %s is left as it is', async (_what, letters, type) => {
  expect(await asked(letters, 'gzip', 'bytes', type)).toMatchObject({ encoding: undefined, text: envelope(letters) })
})
