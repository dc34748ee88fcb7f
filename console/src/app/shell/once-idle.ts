/** Milliseconds that a browser is given which does not tell when it is idle, as Safari. */
const untilIdle = 2_000

/** Calls once the page has nothing else to do; the answer calls it off. */
export const onceIdle = (run: () => void): (() => void) => {
  if ('requestIdleCallback' in window) {
    const waits = window.requestIdleCallback(run)
    return () => window.cancelIdleCallback(waits)
  }
  const waits = setTimeout(run, untilIdle)
  return () => clearTimeout(waits)
}
