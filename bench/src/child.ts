import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { PartDeps } from './part.ts'

/** What a process has used since it began. */
export interface Usage {
  /** Microseconds of all its threads. */
  readonly cpu: number
  /** Microseconds of its main thread. */
  readonly main: number
  /** Milliseconds in which its main thread was busy, and in which of them it did nothing but collect garbage. */
  readonly active: number
  readonly collecting: number
  /** Bytes: the most that it took since this was last asked. */
  readonly mostResident: number
  /** Milliseconds: the longest that nothing else had its turn since this was last asked; told to within a few. */
  readonly longestBlock: number
}

export interface Child {
  readonly usage: () => Promise<Usage>
  readonly send: (message: object) => void
  /** The first other message it sends. */
  readonly said: () => Promise<unknown>
  readonly stop: () => Promise<void>
}

const answersUsage = new URL('./answer-usage.ts', import.meta.url).href

/** A Node program in a process of its own that ends with us; with VIGIL_BENCH_PROFILE it leaves its CPU profile in that folder. */
export const startChild = (
  deps: PartDeps,
  script: URL | string,
  options: { readonly flags?: readonly string[]; readonly args?: readonly string[]; readonly env?: NodeJS.ProcessEnv } = {},
): Child => {
  const { flags = [], args = [], env = {} } = options
  const profiles = process.env['VIGIL_BENCH_PROFILE']
  const profiling = profiles ? ['--cpu-prof', `--cpu-prof-dir=${profiles}`] : []
  const path = script instanceof URL ? script.pathname : script
  const child = spawn(process.execPath, [...flags, ...profiling, '--import', answersUsage, path, ...args], {
    cwd: deps.folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let errors = ''
  child.stderr?.on('data', (chunk) => {
    errors = `${errors}${String(chunk)}`.slice(-4_000)
  })
  let stopping = false
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', (code, signal) => {
      if (!stopping) reject(new Error(`${path} ended (${signal ?? code}): ${errors}`))
    })
  })
  // Whoever waits for the child learns of its end; nobody waiting is no fault.
  ended.catch(() => undefined)
  const answer = async <T>(take: (message: unknown) => message is T): Promise<T> => {
    for (;;) {
      const [message] = (await Promise.race([once(child, 'message'), ended])) as [unknown]
      if (take(message)) return message
    }
  }
  const isUsage = (message: unknown): message is Usage => typeof message === 'object' && message !== null && 'cpu' in message
  const isOther = (message: unknown): message is unknown => !isUsage(message)
  const stop = async (): Promise<void> => {
    stopping = true
    await endChild(child)
  }
  deps.onEnd(stop)
  return {
    usage: () => {
      const answered = answer(isUsage)
      child.send('usage')
      return answered
    },
    send: (message) => void child.send(message),
    said: () => answer(isOther),
    stop,
  }
}

const endChild = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const impatience = setTimeout(() => child.kill('SIGKILL'), 12_000)
  await gone
  clearTimeout(impatience)
}
