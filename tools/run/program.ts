import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { membersOf } from './process-tree.ts'

export interface ProgramOptions {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** Raised when it is to end. */
  readonly stopping: AbortSignal
  /** Its output goes to ours, or is kept. */
  readonly output: 'shown' | 'kept'
  /** Whether the system's shell has to find the program. */
  readonly shell?: boolean
  /** Milliseconds for an end in order. */
  readonly grace?: number
  /** It takes of the processor what others leave. */
  readonly gently?: boolean
}

export interface Ended {
  /** -1 when it was not started or was killed. */
  readonly code: number
  /** What it said, if that was kept. */
  readonly output: string
}

/** Milliseconds until it is looked again who is left, and for what is killed to be gone. */
const [glance, lastWait] = [50, 5_000]

/**
 * Runs a program to its end. When `stopping` is raised it is interrupted as by a terminal, with everything that it started; what is
 * left after `grace` is killed. Resolves when nothing of it runs any more.
 */
export const runProgram = async (program: string, args: readonly string[], options: ProgramOptions): Promise<Ended> => {
  const { stopping, grace = 20_000 } = options
  if (stopping.aborted) return { code: -1, output: '' }
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: options.env,
    // A session of its own: Ctrl+C and a terminal that is closed reach only us, and each program hears of it once.
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['ignore', ...(options.output === 'shown' ? (['inherit', 'inherit'] as const) : (['pipe', 'pipe'] as const))],
    shell: options.shell ?? false,
  })
  if (options.gently) yieldTo(child)
  let ending = Promise.resolve()
  const end = (): void => {
    ending = endAll(child, grace)
  }
  stopping.addEventListener('abort', end, { once: true })
  const ended = await endOf(child)
  stopping.removeEventListener('abort', end)
  await ending
  return ended
}

/** As far as the machine lets us: whatever is in the way of that, or has ended already, runs as it is. */
const yieldTo = ({ pid }: ChildProcess): void => {
  if (pid === undefined) return
  const lowest = constants.priority.PRIORITY_LOW
  asFarAsCan(() => setPriority(pid, lowest))
  // Linux may weigh sessions first, and what stands in each of them after that; who is not root may say so ten times a second.
  asFarAsCan(() => writeFileSync(`/proc/${pid}/autogroup`, String(lowest)))
}
const asFarAsCan = (work: () => void): void => {
  try {
    work()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}

const endOf = (child: ChildProcess) =>
  new Promise<Ended>((done) => {
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += String(chunk)
      })
    }
    child.once('error', (error) => done({ code: -1, output: error.message }))
    child.once('close', (code) => done({ code: code ?? -1, output }))
  })

const endAll = async ({ pid }: ChildProcess, grace: number): Promise<void> => {
  // On Windows the console's Ctrl+C reaches whatever runs in it.
  if (pid === undefined || process.platform === 'win32') return
  const sessions = new Set([pid])
  // Before anybody ends: later nobody knows what it had started.
  membersOf(sessions)
  send(-pid, 'SIGINT')
  const until = Date.now() + grace
  for (let left = membersOf(sessions); left.length > 0; left = membersOf(sessions)) {
    if (Date.now() > until) for (const one of left) send(one, 'SIGKILL')
    if (Date.now() > until + lastWait) return
    await pause(glance)
  }
}

/** To a process, or to a group by its negative number; that it ended meanwhile is what was wanted. */
const send = (target: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(target, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
