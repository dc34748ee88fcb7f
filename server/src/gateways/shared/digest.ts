/** What `Authorization: Digest` says, by the names of its parts in lower case; null for what is no digest. */
export const digestParts = (header: string): ReadonlyMap<string, string> | null => {
  if (!/^digest\s/i.test(header) || header.length > 2_048) return null
  const parts = header.slice(7).matchAll(/(?<!\w)(\w+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g)
  return new Map(
    [...parts].map(([, name = '', quoted, plain]) => [name.toLowerCase(), quoted?.replaceAll(/\\(.)/g, '$1') ?? plain ?? '']),
  )
}
