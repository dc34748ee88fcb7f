import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { served } from '../../kernel/serve.ts'
import type { SessionService } from './service.ts'

export const sessionRoutes = (sessions: SessionService) =>
  served(sessionCalls, {
    login: (body, asked) => sessions.login(body, asked),
    getInfo: (_, asked) => sessions.getInfo(asked),
    logout: (_, asked) => sessions.logout(asked),
    updatePassword: (body, asked) => sessions.updatePassword(body, asked),
    openWall: (_, asked) => sessions.openWall(asked),
    unlockScreen: (body, asked) => sessions.unlockScreen(body, asked),
    listOwnSessions: (_, asked) => sessions.listOwnSessions(asked),
    endOwnSession: ({ id }, asked) => sessions.endOwnSession(id, asked),
    endSessionsOfUser: ({ id }, asked) => sessions.endSessionsOfUser(id, asked),
    unlockUser: ({ id }, asked) => sessions.unlockUser(id, asked),
    createHelmetTicket: (_, asked) => Promise.resolve(sessions.createTicket(asked.token)),
  })
