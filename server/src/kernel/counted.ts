import type { Text } from '@vigil/contract/kernel/text.ts'

/** So many of something, `2 个角色` and `2 roles`; English has a word of its own for one. */
export const counted = (n: number, zh: string, one: string, many: string): Text => ({
  zh: `${n} ${zh}`,
  en: `${n} ${n === 1 ? one : many}`,
})
