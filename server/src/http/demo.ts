import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Caller } from '../kernel/caller.ts'
import type { DemoClock } from '../kernel/demo-clock.ts'

interface Demo {
  readonly clock: DemoClock
  /** Of the session that seeds; it ends with the seeding, and with it what is answered here. */
  readonly seedToken: string
  readonly authenticate: (token: string) => Promise<Caller | null>
}

/** ms since 1970, or null for the real time. */
const wanted = z.object({ time: z.number().int().min(0).nullable() })

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

/** `POST /demo/clock` puts the clock of a demo that is being seeded; there on no other site, and for nobody else. */
export const demoRoutes = (fastify: FastifyInstance, { clock, seedToken, authenticate }: Demo): void => {
  fastify.post('/demo/clock', async (request, reply) => {
    const token = request.headers.authorization ?? ''
    const isSeeding = timingSafeEqual(hash(token), hash(seedToken)) && (await authenticate(token)) !== null
    if (!isSeeding) return reply.code(403).send({ status: 'forbidden' })
    const { data } = wanted.safeParse(request.body)
    if (data === undefined || !clock.put(data.time)) return reply.code(400).send({ status: 'no such time' })
    return { status: 'put' }
  })
}
