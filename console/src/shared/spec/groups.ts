import type { Text } from '@vigil/contract/kernel/text.ts'

/** Titles of groups that many forms have. */
export const basics: Text = { zh: '基本信息', en: 'Basics' }
export const place: Text = { zh: '部门与位置', en: 'Department and location' }
export const remarks: Text = { zh: '其他', en: 'Other' }
