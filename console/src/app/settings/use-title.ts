import { useEffect } from 'react'
import { useLanguage } from '../../shared/i18n/language.ts'
import type { Text } from '../../shared/i18n/texts.ts'
import { useSettings } from './settings.ts'

/** Gives the window its title: what stands in it, in the reader's language, and the product. Null: nothing of its own. */
export const useTitle = (of: Text | null): void => {
  const { language } = useLanguage()
  const { settings } = useSettings()
  const name = of?.[language]
  useEffect(() => {
    document.title = [name, `${settings.title} Vigil`].filter(Boolean).join(' · ')
  }, [name, settings.title])
}
