/** What keeps a file from being uploaded. */
export type FileProblem =
  | { readonly kind: 'empty' }
  | { readonly kind: 'tooLarge'; readonly size: string; readonly most: string }
  | { readonly kind: 'wrongType'; readonly accept: string }

/** Bytes as people say them: `820 KB`, `3.4 MB`. */
export const sizeText = (bytes: number): string => {
  if (bytes < 1_000) return `${bytes} B`
  return bytes < 999_500 ? `${Math.round(bytes / 1_000)} KB` : `${Number((bytes / 1_000_000).toFixed(1))} MB`
}

const kindsOf = (accept: string): string[] => accept.split(',').flatMap((kind) => kind.trim().toLowerCase() || [])

const accepts = (accept: string, { name, type }: Pick<File, 'name' | 'type'>): boolean => {
  const kinds = kindsOf(accept)
  const fits = (kind: string): boolean => (kind.startsWith('.') ? name.toLowerCase().endsWith(kind) : type.toLowerCase() === kind)
  return kinds.length === 0 || kinds.some(fits)
}

/** The kinds of a list as people know them: `PNG, XLSX`. */
const kindsText = (accept: string): string => {
  const names = kindsOf(accept).map((kind) => kind.replace(/^(\.|.*\/)/, '').toUpperCase())
  return [...new Set(names)].join(', ')
}

/** Against the `accept` of a file field: types and extensions by commas, `image/png,.xlsx`; empty for everything. */
export const fileProblem = (
  file: Pick<File, 'name' | 'type' | 'size'>,
  accept: string,
  mostBytes: number,
): FileProblem | null => {
  if (!accepts(accept, file)) return { kind: 'wrongType', accept: kindsText(accept) }
  if (file.size === 0) return { kind: 'empty' }
  return file.size > mostBytes ? { kind: 'tooLarge', size: sizeText(file.size), most: sizeText(mostBytes) } : null
}

/** What may be uploaded, to be said beside the field. */
export const limitTexts = (accept: string, mostBytes: number): { readonly kinds: string; readonly most: string } => ({
  kinds: kindsText(accept),
  most: sizeText(mostBytes),
})
