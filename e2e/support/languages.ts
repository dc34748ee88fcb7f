import type { Language } from '@vigil/contract/kernel/text.ts'

/** Whether the run looks longer. */
export const isDeep = process.env['VIGIL_DEEP'] !== undefined

/**
 * In which languages something long is gone through: in one of them, by turns from test to test, and in both when the run looks
 * longer, as `npm test -- --deep` asks.
 */
export const inLanguages = (usual: Language): readonly Language[] => (isDeep ? ['zh', 'en'] : [usual])

/** Picks what the console says in a language. */
export const sayingIn =
  (language: Language) =>
  (zh: string, en: string): string =>
    language === 'zh' ? zh : en
