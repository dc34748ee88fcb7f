/** Departments, people, roles and what they permit. */
export { accountRoutes } from './routes.ts'
export { createAccountService } from './service.ts'
export { createAccountStore, maskPhone } from './store.ts'
