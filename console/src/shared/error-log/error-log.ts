import { create } from 'zustand'

export interface LoggedError {
  readonly id: number
  /** Milliseconds since 1970, this computer's clock. */
  readonly at: number
  readonly message: string
  /** Where it happened: a call's path, a component stack's first line or a source position. */
  readonly location: string
  /** Address of the screen that was open. */
  readonly page: string
  readonly stack: string
}

const most = 200

interface ErrorLogState {
  readonly errors: readonly LoggedError[]
  readonly clear: () => void
}
export const useErrorLog = create<ErrorLogState>((set) => ({ errors: [], clear: () => set({ errors: [] }) }))

let last = 0

const describe = (thrown: unknown): { message: string; stack: string } =>
  thrown instanceof Error
    ? { message: thrown.message || thrown.name, stack: thrown.stack ?? '' }
    : { message: String(thrown), stack: '' }

/** Puts what was thrown into the error log; the newest is first, the oldest leave beyond 200. */
export const logError = (thrown: unknown, location: string): void => {
  last += 1
  const page = typeof window === 'undefined' ? '' : `${window.location.pathname}${window.location.search}`
  const logged: LoggedError = { id: last, at: Date.now(), location, page, ...describe(thrown) }
  useErrorLog.setState(({ errors }) => ({ errors: [logged, ...errors].slice(0, most) }))
}

/** Chromium reports a layout observer that was cut short as an error; nothing is wrong then. */
const harmless = (message: string): boolean => message.startsWith('ResizeObserver loop')

/** Feeds errors of the window and promises nobody waited for into the log. Called once at start. */
export const watchWindow = (): void => {
  window.addEventListener('error', (event) => {
    if (harmless(event.message)) return
    logError(event.error ?? event.message, `${event.filename}:${event.lineno}:${event.colno}`)
  })
  window.addEventListener('unhandledrejection', (event) => logError(event.reason, 'unhandledrejection'))
}
