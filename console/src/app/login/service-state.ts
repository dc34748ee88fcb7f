import { useEffect, useState } from 'react'

export type ServiceState = 'checking' | 'ready' | 'notReady' | 'unreachable'

/** Milliseconds between two looks at the service. */
const every = 10_000

const look = async (signal: AbortSignal): Promise<ServiceState> => {
  try {
    const { ok } = await fetch('/readyz', { signal, cache: 'no-store' })
    return ok ? 'ready' : 'notReady'
  } catch {
    return 'unreachable'
  }
}

/** Whether the server says it is ready, looked at now and every 10 s. */
export const useServiceState = (): ServiceState => {
  const [state, setState] = useState<ServiceState>('checking')
  useEffect(() => {
    const leaving = new AbortController()
    const check = async (): Promise<void> => {
      const seen = await look(leaving.signal)
      if (!leaving.signal.aborted) setState(seen)
    }
    void check()
    const timer = setInterval(() => void check(), every)
    return () => {
      leaving.abort()
      clearInterval(timer)
    }
  }, [])
  return state
}
