import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'

export interface BoundedLog {
  readonly write: (text: string) => void
  readonly close: () => void
}

/**
 * A log file that never takes more than twice `maxBytes`: a full one is kept as `<path>.1` and a new one begun. A disk that
 * refuses the write costs log lines, never the process; how many were lost is written once it takes them again.
 */
export const openBoundedLog = (path: string, maxBytes = 5_000_000): BoundedLog => {
  let file = openSync(path, 'a', 0o600)
  let size = fstatSync(file).size
  let lost = 0
  const put = (text: string) => {
    size += writeSync(file, text)
  }
  return {
    write: (text) => {
      try {
        if (size > maxBytes) {
          renameSync(path, `${path}.1`)
          const full = file
          file = openSync(path, 'a', 0o600)
          closeSync(full)
          size = 0
        }
        if (lost > 0) put(`(${lost} writes to this log were refused by the disk)\n`)
        lost = 0
        put(text)
      } catch {
        lost += 1
      }
    },
    close: () => closeSync(file),
  }
}
