/** The two languages of the product. Chinese is the first: it is what stands where no language is asked for. */
export type Language = 'zh' | 'en'

/** One text in both languages; a text that lacks one does not compile. */
export type Text = Readonly<Record<Language, string>>

/** Puts values into the `{name}` places of a text. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (place, name: string) => (name in values ? String(values[name]) : place))
