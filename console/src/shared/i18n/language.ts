import type { Language } from '@vigil/contract/kernel/text.ts'
import i18next, { type FormatterModule } from 'i18next'
import { create } from 'zustand'
import { stored } from '../storage.ts'
import { isVisit } from '../visit/at-visit.ts'
import { wall } from '../wall/at-wall.ts'

const kept = stored('local', 'vigil.language')

interface LanguageState {
  readonly language: Language
  readonly setLanguage: (language: Language) => void
}

/** Nobody chose one: a visitor's phone has its own, the console begins in Chinese. */
const unchosen = (): Language => (isVisit && !navigator.language.toLowerCase().startsWith('zh') ? 'en' : 'zh')
const chosen = (): Language => {
  const language = kept.read()
  return language === 'en' || language === 'zh' ? language : unchosen()
}

/** The language of the console, zh unless the operator, or the address of a wall display, chose otherwise. */
export const useLanguage = create<LanguageState>((set) => ({
  language: wall?.language ?? chosen(),
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

/** `{n, row|rows}` in a text: the number, and behind it the form that it takes. */
const withNoun: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, forms = '') => {
    const [one, many] = forms.split('|')
    return `${String(value)} ${String(value) === '1' ? one : many}`
  },
}

void i18next.use(withNoun).init({
  lng: currentLanguage(),
  fallbackLng: 'zh',
  initAsync: false,
  resources: {},
  keySeparator: false,
  nsSeparator: false,
  interpolation: { prefix: '{', suffix: '}', escapeValue: false },
})
show(currentLanguage())
