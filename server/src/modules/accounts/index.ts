/** Departments, people, roles and what they permit. */
export { accountRoutes } from './routes.ts'
export { createAccountService, type AccountService } from './service.ts'
export { createAccountStore } from './store.ts'
