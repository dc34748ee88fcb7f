import type { FastifyInstance, FastifyReply } from 'fastify'
import { Readable } from 'node:stream'
import { caseCalls } from '@vigil/contract/cases/calls.ts'
import { casePath } from '@vigil/contract/cases/entities.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import { id as idShape } from '@vigil/contract/kernel/shapes.ts'
import { permissionNames } from '@vigil/contract/menu/product-permissions.ts'
import { mayAsk, stranger, type Asked, type Caller } from '../../kernel/caller.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { createQuota } from '../../kernel/quota.ts'
import { Refusal, TooMany } from '../../kernel/refusal.ts'
import { languageOf, sessionCookie } from '../../kernel/serve.ts'
import { what } from './context.ts'
import type { CaseService } from './service.ts'

const statusOf = ({ codeName }: Refusal): number => (codeName === 'forbidden' ? 403 : codeName === 'sessionInvalid' ? 401 : 404)

/** Who may see cases takes one away, by the token or by the cookie alone; the case that he names. Throws a `Refusal`. */
const requireReader = (caller: Caller | null, id: string | undefined): string => {
  if (!caller || caller.mustChangePassword) throw new Refusal('sessionInvalid')
  const { needs } = caseCalls.getZdCaseById
  if (!mayAsk(caller, needs)) throw new Refusal('forbidden', { needs: permissionNames(['evidenceCaseMgmt']) })
  if (!idShape.safeParse(id).success) throw new Refusal('notFound', { what })
  return String(id)
}

/** Archives of one person at a time: each holds a piece of what it sends until that is taken. */
const mostAtOnce = 3
/** Seconds after which it is worth coming again. */
const retryAfter = 5

/** `GET /api/zd/zdCase/download?id=`: a case as a ZIP archive; beyond a few of one person at a time it answers 429. */
export const caseDownloads = (
  fastify: FastifyInstance,
  { clock, journal }: Pick<Kernel, 'clock' | 'journal'>,
  cases: CaseService,
  authenticate: (token: string) => Promise<Caller | null>,
): void => {
  const room = createQuota({ all: Number.POSITIVE_INFINITY, each: mostAtOnce })
  fastify.route<{ Querystring: { id?: string } }>({
    method: 'GET',
    url: casePath,
    // Whoever only asks for the head would be journalled as if he had taken it.
    exposeHeadRoute: false,
    handler: async (request, reply): Promise<FastifyReply> => {
      const since = clock.now()
      const token = request.headers.authorization?.replace(/^Bearer\s+/i, '').trim() ?? request.cookies[sessionCookie] ?? ''
      const caller = token === '' ? null : await authenticate(token)
      const asked: Asked = {
        caller: caller ?? stranger,
        language: languageOf(request.headers['accept-language']),
        ip: request.address,
        userAgent: request.headers['user-agent'] ?? '',
        since,
        token,
        setCookie: () => undefined,
      }
      void reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
      let leave: (() => void) | null = null
      try {
        const id = requireReader(caller, request.query.id)
        leave = room.take(asked.caller.userId)
        if (!leave) throw new TooMany(retryAfter)
        const { number, pieces } = await cases.download(id, asked)
        const archive = Readable.from(pieces, { objectMode: false })
        // Whether it was sent whole, or whoever asked went away.
        archive.once('close', leave)
        return await reply
          .headers({ 'content-disposition': `attachment; filename="evidence-${number}.zip"` })
          .type('application/zip')
          .send(archive)
      } catch (error) {
        leave?.()
        if (!(error instanceof Refusal)) throw error
        if (error.codeName === 'forbidden') await journal.refused(asked, casePath, 'forbidden')
        return reply.code(statusOf(error)).send({ code: codes[error.codeName].code, msg: error.tell(asked.language), data: null })
      }
    },
  })
}
