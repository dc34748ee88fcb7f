/** Who is signed in: login, tokens, locks, own sessions, tickets. */
import { declareModule } from '../../kernel/module.ts'
import { createSessions, type SessionDoor } from './module.ts'
export { createSessionStore } from './store.ts'
export type { SessionService } from './service.ts'

declare module '../../kernel/module.ts' {
  interface Doors {
    session: SessionDoor
  }
}
export const domain = declareModule({ name: 'session', create: createSessions })
