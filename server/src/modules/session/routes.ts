import { sessionCalls } from '@vigil/contract/session/calls.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { served } from '../../kernel/serve.ts'
import type { SessionService } from './service.ts'

export const sessionRoutes = (kernel: Kernel, sessions: SessionService) =>
  served(sessionCalls, {
    login: (body, asked) => sessions.login(body, asked),
    getInfo: (_, asked) => sessions.getInfo(asked),
    logout: (_, asked) => sessions.logout(asked),
    updatePassword: (body, asked) => sessions.updatePassword(body, asked),
    listOwnSessions: (_, asked) => sessions.listOwnSessions(asked),
    endOwnSession: ({ id }, asked) => sessions.endOwnSession(id, asked),
    endSessionsOfUser: async ({ id }, asked) => {
      const ended = await kernel.transaction(async (trx, after) => {
        const count = /^\d{1,18}$/.test(id) ? await sessions.endSessionsOf(trx, id) : 0
        if (count === 0) throw new Refusal('notFound', { what: { zh: '会话', en: 'The session' } })
        await kernel.journal.write(trx, asked, { module: 'session', action: 'delete', object: 'sessionsOfUser', objectId: id })
        after(sessions.forget)
        return count
      })
      return { ended }
    },
    createHelmetTicket: (_, asked) => Promise.resolve(sessions.createTicket(asked.token)),
  })
