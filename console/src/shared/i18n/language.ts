import type { Language } from '@vigil/contract/kernel/text.ts'
import i18next from 'i18next'
import { create } from 'zustand'
import { stored } from '../storage.ts'

const kept = stored('local', 'vigil.language')

interface LanguageState {
  readonly language: Language
  readonly setLanguage: (language: Language) => void
}

/** The language of the console, zh unless the operator chose otherwise. */
export const useLanguage = create<LanguageState>((set) => ({
  language: kept.read() === 'en' ? 'en' : 'zh',
  setLanguage: (language) => {
    kept.write(language)
    show(language)
    set({ language })
  },
}))

export const currentLanguage = (): Language => useLanguage.getState().language

const show = (language: Language): void => {
  // With its resources given at start i18next changes language at once; the promise has nothing to wait for.
  void i18next.changeLanguage(language)
  if (typeof document !== 'undefined') document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
}

/** Of `row|rows` the form that a number takes, behind it. */
const withNoun = (value: unknown, forms = ''): string => {
  const [one, many] = forms.split('|')
  return `${String(value)} ${String(value) === '1' ? one : many}`
}

void i18next.init({
  lng: currentLanguage(),
  fallbackLng: 'zh',
  initAsync: false,
  resources: {},
  keySeparator: false,
  nsSeparator: false,
  interpolation: { prefix: '{', suffix: '}', escapeValue: false, format: withNoun },
})
show(currentLanguage())
