import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Doors } from '../../kernel/module.ts'
import { rangeOf } from '../files/index.ts'
import type { SendingStore } from './sending.store.ts'

/** Milliseconds for which the helmets of a broadcast may fetch its clip. */
export const clipFor = 10 * 60_000

/** Where helmets fetch a clip: whoever has the address may, as long as it holds. It stands in the database, so that any server answers. */
export const clipPath = (token: string): string => `/broadcast-clips/${token}`
export const newClipToken = (): string => randomBytes(24).toString('hex')

/** `GET /broadcast-clips/<token>`: 404 for one that is none, is over or was cancelled. */
export const clipDownloads = (
  fastify: FastifyInstance,
  { clock }: Pick<Kernel, 'clock'>,
  store: Pick<SendingStore, 'clip'>,
  files: Pick<Doors['files'], 'openEvidence'>,
): void => {
  fastify.route<{ Params: { token: string } }>({
    method: ['GET', 'HEAD'],
    url: clipPath(':token'),
    handler: async (request, reply) => {
      const { token } = request.params
      const id = /^[0-9a-f]{48}$/.test(token) ? await store.clip(token, new Date(clock.now() - clipFor)) : null
      const file = id === null ? null : await files.openEvidence(id)
      void reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'accept-ranges': 'bytes' })
      if (!file) return reply.code(404).send()
      const range = rangeOf(request.headers.range, file.size)
      if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${file.size}`).send()
      if (range) void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
      void reply.type(file.type).header('content-length', range ? range.end - range.start + 1 : file.size)
      return request.method === 'HEAD' ? reply.send() : reply.send(file.stream(range ?? undefined))
    },
  })
}
