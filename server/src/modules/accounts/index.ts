/** Departments, people, roles and what they permit. */
export { createAccounts } from './module.ts'
