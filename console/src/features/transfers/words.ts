import { transferCalls } from '@vigil/contract/transfers/calls.ts'
import { useCallback } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'

/** What may be imported or exported hardly changes during a session. */
const fresh = 10 * 60_000

export const useSheetNouns = () => useCall(transferCalls.listSheetNounAll, undefined, { staleTime: fresh })

/** What people call the records of a noun; its name until that is known. */
export const useNounWord = (): ((noun: string) => string) => {
  const { data } = useSheetNouns()
  const { language } = useLanguage()
  return useCallback((noun) => data?.find(({ name }) => name === noun)?.words[language] ?? noun, [data, language])
}

/** As a title begins. */
export const capitalised = (text: string): string => text.replace(/^./, (first) => first.toUpperCase())
