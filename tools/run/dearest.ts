/** A file with tests, and the sum of the time that they took. */
export interface TestFile {
  readonly file: string
  readonly seconds: number
}

/** The files that took longest, a line each, the longest first; nothing where nothing was timed. */
export const dearest = (files: readonly TestFile[], most: number): string[] => {
  if (files.length === 0) return []
  const sorted = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, most)
  return [
    '',
    `the ${sorted.length} dearest of ${files.length} files`,
    ...sorted.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`),
  ]
}
