const browsers = [
  ['Edg/', 'Edge'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const systems = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iOS'],
  ['iPad', 'iPadOS'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** `Chrome · Windows` from a User-Agent header; null when it names neither. */
export const browserOf = (agent: string): string | null => {
  const found = [browsers, systems].flatMap((list) => list.find(([mark]) => agent.includes(mark))?.[1] ?? [])
  return found.length > 0 ? found.join(' · ') : null
}
