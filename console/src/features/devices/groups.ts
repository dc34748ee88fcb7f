import type { Text } from '@vigil/contract/kernel/text.ts'

/** Titles of groups that the forms of devices share. */
export const people: Text = { zh: '人员与部门', en: 'People and department' }
export const equipment: Text = { zh: '设备', en: 'Device' }

/** Milliseconds after which a list of devices is asked for again: they report by themselves. */
export const listRefresh = 30_000
