/** Departments, people, roles and what they permit. */
export { credentials } from './credentials.store.ts'
export { createAccounts } from './module.ts'
