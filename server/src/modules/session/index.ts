/** Who is signed in: login, tokens, locks, own sessions, tickets. */
export { createSessions } from './module.ts'
export { createSessionsOfPerson } from './of-person.store.ts'
export { createSessionService, type SessionService } from './service.ts'
export { createSessionStore } from './store.ts'
