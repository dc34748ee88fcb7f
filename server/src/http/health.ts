import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { DiskState } from '../kernel/disk.ts'
import type { Metrics } from '../kernel/metrics.ts'

/** Headers by which a proxy of any make says for whom it asks. */
const forwarding =
  /^(x-forwarded(-.+)?|forwarded|via|(x-)?(real|client|original|true-client|cluster-client)-?ip|cf-connecting-ip|x-original-forwarded-for)$/

/** Takes as long whatever of them is the same. */
const isSame = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}

interface Health {
  readonly version: string
  readonly isReady: () => Promise<boolean>
  readonly disk: () => DiskState
  readonly metrics: Metrics
  /** With which the figures are read from elsewhere than this machine. */
  readonly key: string | null
}

/** Whether the server lives, whether it is ready, and its figures: for who watches over it, not for its users. */
export const healthRoutes = (fastify: FastifyInstance, { version, isReady, disk, metrics, key }: Health): void => {
  fastify.get('/livez', () => ({ status: 'alive', version }))
  fastify.get('/readyz', async (_, reply) => {
    if (await isReady()) return { status: 'ready', version, disk: disk() }
    return reply.code(503).header('retry-after', '2').send({ status: 'not ready' })
  })
  fastify.get('/metrics', async (request, reply) => {
    const loopback = /^(::ffff:)?127\.|^::1$/.test(request.socket.remoteAddress ?? '')
    const forwarded = Object.keys(request.headers).some((name) => forwarding.test(name))
    const may = key === null ? loopback : isSame(request.headers.authorization ?? '', `Bearer ${key}`)
    if (forwarded || !may) return reply.code(403).send({ status: 'forbidden' })
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}
