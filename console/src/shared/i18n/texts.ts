import type { Language, Text } from '@vigil/contract/kernel/text.ts'
import i18next from 'i18next'
import { useMemo } from 'react'
import { useLanguage } from './language.ts'

export type { Language, Text } from '@vigil/contract/kernel/text.ts'

/** Names in `{braces}` within a text, without the nouns that may follow them. */
type Places<T extends string> = T extends `${string}{${infer Inner}}${infer Rest}` ? PlaceName<Inner> | Places<Rest> : never
type PlaceName<T extends string> = T extends `${infer Name},${string}` ? Name : T
type Values<T extends string> = Readonly<Record<Places<T>, string | number>>
type Given<T extends string> = [Places<T>] extends [never] ? [] : [values: Values<T>]

export type TextTable = Readonly<Record<string, Text>>
export interface Texts<T extends TextTable> {
  readonly namespace: string
  readonly table: T
}
/** Answers the text of a key in the present language; a text with `{places}` demands their values. */
export type Translate<T extends TextTable> = <Key extends keyof T & string>(key: Key, ...values: Given<T[Key]['zh']>) => string

/**
 * The texts of one area. `namespace` is its folder, e.g. `features/alarms`. Each key has zh and en, and the en text may only
 * use places that the zh text has. `{n, row|rows}` is a number with its noun, `1 row` and `2 rows`.
 */
export const defineTexts = <const T extends TextTable>(
  namespace: string,
  table: T & { readonly [Key in keyof T]: Places<T[Key]['en']> extends Places<T[Key]['zh']> ? unknown : never },
): Texts<T> => {
  for (const language of ['zh', 'en'] as const) {
    const resources = Object.fromEntries(Object.entries<Text>(table).map(([key, text]) => [key, text[language]]))
    i18next.addResourceBundle(language, namespace, resources)
  }
  return { namespace, table }
}

const look = (key: string, options: Readonly<Record<string, unknown>>): string => i18next.t(key, options)

/** For code outside of components. Without a language it answers in the one of the moment it is called. */
export const translate =
  <T extends TextTable>(texts: Texts<T>, language?: Language): Translate<T> =>
  (key, ...[values]) =>
    // Under `replace`, so that a place called `lng` or `count` is a place and no option.
    look(key, { ns: texts.namespace, lng: language, replace: values })

/** The texts of an area in the present language; the component is drawn anew when the language changes. */
export const useTexts = <T extends TextTable>(texts: Texts<T>): Translate<T> => {
  const { language } = useLanguage()
  return useMemo(() => translate(texts, language), [texts, language])
}
