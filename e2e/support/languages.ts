import type { Language } from '@vigil/contract/kernel/text.ts'

export const languages: readonly Language[] = ['zh', 'en']

/** Picks what the console says in a language. */
export const sayingIn =
  (language: Language) =>
  (zh: string, en: string): string =>
    language === 'zh' ? zh : en
