/** Who is signed in: login, tokens, locks, own sessions, tickets. */
export { sessionRoutes } from './routes.ts'
export { createSessionService } from './service.ts'
export { createSessionStore } from './store.ts'
