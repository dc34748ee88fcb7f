import type { FastifyInstance, FastifyReply } from 'fastify'
import { fileUrl } from '@vigil/contract/files/entities.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import type { Caller } from '../../kernel/caller.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { languageOf, sessionCookie } from '../../kernel/serve.ts'
import { dispositionOf, rangeOf } from './rules.ts'
import type { FileService } from './service.ts'

/** Seconds for which a browser shows a file without asking again whether it may. */
const believedFor = 300

/**
 * `GET /api/files/<id>`: files for pages and for saving, by the token or by the cookie alone. Whatever a file holds, a browser runs
 * nothing of it: it is saved, but for pictures, and what shows it is a sandbox. `?thumbnail` asks for a picture drawn small.
 */
export const fileDownloads = (
  fastify: FastifyInstance,
  files: FileService,
  authenticate: (token: string) => Promise<Caller | null>,
): void => {
  fastify.route<{ Params: { id: string }; Querystring: { thumbnail?: string } }>({
    method: ['GET', 'HEAD'],
    url: fileUrl(':id'),
    handler: async (request, reply) => {
      const token = request.headers.authorization?.replace(/^Bearer\s+/i, '').trim() ?? request.cookies[sessionCookie] ?? ''
      const caller = token === '' ? null : await authenticate(token)
      const refuse = (status: number, refusal: Refusal): FastifyReply => {
        const msg = refusal.tell(languageOf(request.headers['accept-language']))
        return reply
          .code(status)
          .header('cache-control', 'no-store')
          .send({ code: codes[refusal.codeName].code, msg, data: null })
      }
      if (!caller || caller.mustChangePassword) return refuse(401, new Refusal('sessionInvalid'))
      const isSmall = request.query.thumbnail !== undefined
      const file = await files[isSmall ? 'openThumbnail' : 'open'](request.params.id, caller).catch((error: unknown) => {
        if (error instanceof Refusal) return error
        throw error
      })
      if (file instanceof Refusal) return refuse(file.codeName === 'fileRejected' ? 422 : 404, file)

      const tag = `"${file.sha256}"`
      void reply.headers({
        'accept-ranges': 'bytes',
        'cache-control': `private, max-age=${believedFor}`,
        'content-disposition': dispositionOf(file.name, file.type.startsWith('image/')),
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        etag: tag,
        vary: 'Authorization, Cookie',
      })
      if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send()
      const { range: asked, 'if-range': ifRange = tag } = request.headers
      const range = ifRange === tag ? rangeOf(asked, file.size) : null
      if (range === 'unsatisfiable') {
        return reply.code(416).header('content-range', `bytes */${file.size}`).send()
      }
      if (range) void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
      void reply.type(file.type).header('content-length', range ? range.end - range.start + 1 : file.size)
      return request.method === 'HEAD' ? reply.send() : reply.send(file.stream(range ?? undefined))
    },
  })
}
