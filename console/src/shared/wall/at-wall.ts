import type { Language } from '@vigil/contract/kernel/text.ts'

/** Where the wall display stands: a page of its own, with a session of its own. */
export const wallPath = '/wall'

interface Asked {
  readonly theme: 'dark' | 'light'
  /** Null: as this browser has it. */
  readonly language: Language | null
}

/** What the address asks of a wall display, `?theme=light` and `?lang=en`; null at any other address. */
export const wallAt = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Asked | null => {
  if (pathname.replace(/\/+$/, '') !== wallPath) return null
  const asked = new URLSearchParams(search)
  const language = asked.get('lang')
  return {
    theme: asked.get('theme') === 'light' ? 'light' : 'dark',
    language: language === 'zh' || language === 'en' ? language : null,
  }
}

const here = globalThis.location as Location | undefined
/** Of this page, which stays what it was when it was opened. */
export const wall: Asked | null = here ? wallAt(here) : null
