import { enumeration } from './enumeration.ts'

/** Enabled flag of the specification: 1 enabled, otherwise disabled. */
export const enabledFlag = enumeration({ enabled: { code: 1, zh: '启用', en: 'Enabled' } }, { zh: '停用', en: 'Disabled' })
