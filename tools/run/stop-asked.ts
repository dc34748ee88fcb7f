/** Raised by whatever asks this process to end; it goes on until everything that it started is gone, however often it is asked. */
export const whenAskedToStop = (): AbortSignal => {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
  // A terminal that is closed takes no more of what is said, which must not end us before the rest.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => stream.destroy())
  return stopping.signal
}
