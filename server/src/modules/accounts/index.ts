/** Departments, people, roles and what they permit. */
export { createPersonData } from './person-data.service.ts'
export { accountRoutes } from './routes.ts'
export { createAccountService } from './service.ts'
export { createAccountStore } from './store.ts'
