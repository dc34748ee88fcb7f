import type { FastifyInstance, FastifyReply } from 'fastify'
import { Readable } from 'node:stream'
import { caseCalls } from '@vigil/contract/cases/calls.ts'
import { casePath } from '@vigil/contract/cases/entities.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import { id as idShape } from '@vigil/contract/kernel/shapes.ts'
import { permissionNames } from '@vigil/contract/menu/product-permissions.ts'
import { mayAsk, stranger, type Asked, type Caller } from '../../kernel/caller.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { languageOf, sessionCookie } from '../../kernel/serve.ts'
import { what } from './context.ts'
import type { CaseService } from './service.ts'

const statusOf = ({ codeName }: Refusal): number => (codeName === 'forbidden' ? 403 : codeName === 'sessionInvalid' ? 401 : 404)

/** Who may see cases takes one away, by the token or by the cookie alone; throws a `Refusal`. */
const open = async (cases: CaseService, caller: Caller | null, id: string | undefined, asked: Asked) => {
  if (!caller || caller.mustChangePassword) throw new Refusal('sessionInvalid')
  const { needs } = caseCalls.getZdCaseById
  if (!mayAsk(caller, needs)) throw new Refusal('forbidden', { needs: permissionNames(['evidenceCaseMgmt']) })
  if (!idShape.safeParse(id).success) throw new Refusal('notFound', { what })
  return cases.download(String(id), asked)
}

/** `GET /api/zd/zdCase/download?id=`: a case as a ZIP archive. */
export const caseDownloads = (
  fastify: FastifyInstance,
  { clock, journal }: Pick<Kernel, 'clock' | 'journal'>,
  cases: CaseService,
  authenticate: (token: string) => Promise<Caller | null>,
): void => {
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
      try {
        const { id } = request.query
        const archive = await open(cases, caller, id, asked)
        return await reply
          .headers({ 'content-disposition': `attachment; filename="evidence-${id}.zip"` })
          .type('application/zip')
          .send(Readable.from(archive, { objectMode: false }))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (error.codeName === 'forbidden') await journal.refused(asked, casePath, 'forbidden')
        return reply.code(statusOf(error)).send({ code: codes[error.codeName].code, msg: error.tell(asked.language), data: null })
      }
    },
  })
}
