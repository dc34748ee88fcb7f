import { readdirSync, readFileSync } from 'node:fs'

interface Process {
  readonly pid: number
  readonly parent: number
  readonly session: number
}

/** Everything that runs here; what has ended and only waits to be noticed does not. None where there is no `/proc`. */
const listProcesses = (): Process[] => {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = statOf(name)
      // A program's name may hold blanks and brackets: `pid (name) state parent group session …`.
      const [state, parent, , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (stat === '' || state === 'Z' || state === 'X') return []
      return [{ pid: Number(name), parent: Number(parent), session: Number(session) }]
    })
}
const statOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch (error) {
    // It ended since it was listed.
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return ''
    throw error
  }
}

/**
 * Who runs in these sessions and whatever they started. A session that one of them began is added, since its processes are nobody's
 * children any more once the one that started them is gone.
 */
export const membersOf = (sessions: Set<number>): number[] => {
  const all = listProcesses()
  const members = new Set<number>()
  let found = true
  while (found) {
    found = false
    for (const { pid, parent, session } of all) {
      if (members.has(pid) || (!sessions.has(session) && !members.has(parent))) continue
      members.add(pid)
      sessions.add(session)
      found = true
    }
  }
  return [...members]
}
