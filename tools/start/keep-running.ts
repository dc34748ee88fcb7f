import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { BoundedLog } from '../../server/src/kernel/bounded-log.ts'

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** The last lines of its output, and of its error output alone. */
  readonly lastLines: readonly string[]
  readonly lastErrors: readonly string[]
}

export interface KeepRunningOptions {
  /** What stands after `node`. */
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly log: BoundedLog
  readonly onOutput?: (line: string) => void
  /** Called at every end that nobody asked for: milliseconds until it is started again, or null to leave it. */
  readonly afterEnd: (ended: Ended) => number | null
}

export interface KeptRunning {
  /** Asks it to end, kills it after `grace` milliseconds, resolves when it is gone. */
  readonly stop: (grace: number) => Promise<void>
}

/** Of what `node --import` loads into all that is started here. */
export const followParent = new URL('./follow-parent.ts', import.meta.url).href
const keptLines = 15

/** Runs a Node program and starts it again when it dies. */
export const keepRunning = (options: KeepRunningOptions): KeptRunning => {
  const stopping = new AbortController()
  let child: ChildProcess | null = null

  const runOnce = () =>
    new Promise<Ended>((ended) => {
      const running = spawn(process.execPath, ['--import', followParent, ...options.args], {
        cwd: options.cwd,
        env: options.env,
        // A group of its own: Ctrl+C in the terminal reaches only us, and we end things in their order.
        detached: true,
        windowsHide: true,
        stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
      })
      child = running
      const lastLines: string[] = []
      const lastErrors: string[] = []
      const keep = (lines: string[], line: string) => {
        lines.push(line)
        if (lines.length > keptLines) lines.shift()
      }
      readLines(running.stdout, (line) => {
        options.log.write(`${line}\n`)
        keep(lastLines, line)
        options.onOutput?.(line)
      })
      readLines(running.stderr, (line) => {
        options.log.write(`${line}\n`)
        keep(lastLines, line)
        keep(lastErrors, line)
      })
      running.once('error', (error) =>
        ended({ code: null, signal: null, lastLines: [error.message], lastErrors: [error.message] }),
      )
      running.once('close', (code, signal) => ended({ code, signal, lastLines, lastErrors }))
    })

  const keep = async () => {
    while (!stopping.signal.aborted) {
      const ended = await runOnce()
      child = null
      if (stopping.signal.aborted) return
      const wait = options.afterEnd(ended)
      if (wait === null) return
      await pause(wait, undefined, { signal: stopping.signal }).catch((error: unknown) => {
        if (!stopping.signal.aborted) throw error
      })
    }
  }
  const kept = keep()

  return {
    stop: async (grace) => {
      stopping.abort()
      const running = child
      running?.kill('SIGTERM')
      const impatience = setTimeout(() => running?.kill('SIGKILL'), grace)
      await kept
      clearTimeout(impatience)
    },
  }
}

const readLines = (input: Readable | null, onLine: (line: string) => void) => {
  if (input) createInterface({ input }).on('line', onLine)
}

/** Milliseconds of life after which an end counts as the first again. */
const longLife = 60_000

/** Waits ever longer between restarts; null after the sixth end within a minute. */
export const createBackoff = (now: () => number = Date.now) => {
  let ends: number[] = []
  return (): number | null => {
    ends = [...ends.filter((at) => now() - at < longLife), now()]
    return ends.length > 5 ? null : 250 * 2 ** (ends.length - 1)
  }
}

/** Milliseconds that a site may wait longer than what it waits for. */
const longestWait = 4_000

/** Waits ever longer for what heals by itself; begins anew after something lived for a minute. */
export const createPatience = (now: () => number = Date.now) => {
  let tries = 0
  let last = 0
  return (): number => {
    tries = now() - last > longLife ? 0 : tries + 1
    const wait = Math.min(longestWait, 500 * 2 ** tries)
    last = now() + wait
    return wait
  }
}
