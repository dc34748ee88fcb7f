import { useEffect, useRef, useState } from 'react'
import type { Span } from './address.ts'
import { loadTracks, type Loaded } from './load-tracks.ts'

export type Opening =
  | { readonly state: 'none' }
  | { readonly state: 'loading'; readonly done: number; readonly total: number }
  | { readonly state: 'failed'; readonly error: Error }
  | ({ readonly state: 'open' } & Loaded)

/** The tracks that the address names, fetched once (a look-up is journalled); `retry` asks again. */
export const useTracks = (
  devices: readonly string[],
  span: Span | null,
): { readonly opening: Opening; readonly retry: () => void } => {
  const [opening, setOpening] = useState<Opening>({ state: 'none' })
  const [round, setRound] = useState(0)
  /** A screen that comes to the front again shows what it showed: it does not ask anew. */
  const opened = useRef<string | null>(null)
  const [keys, from, to] = [devices.join(','), span?.from, span?.to]
  useEffect(() => {
    const asked = JSON.stringify([keys, from, to])
    if (asked === opened.current) return undefined
    opened.current = null
    if (keys === '' || from === undefined || to === undefined) {
      setOpening({ state: 'none' })
      return undefined
    }
    const all = keys.split(',')
    const abort = new AbortController()
    const stillWanted = (next: Opening): void => {
      if (!abort.signal.aborted) setOpening(next)
    }
    setOpening({ state: 'loading', done: 0, total: all.length })
    loadTracks(all, { from, to }, (done) => stillWanted({ state: 'loading', done, total: all.length }), abort.signal).then(
      (loaded) => {
        if (!abort.signal.aborted) opened.current = asked
        stillWanted({ state: 'open', ...loaded })
      },
      (error: unknown) => {
        stillWanted({ state: 'failed', error: error instanceof Error ? error : new Error(String(error)) })
        // What else was asked for is not waited for.
        abort.abort()
      },
    )
    return () => abort.abort()
  }, [keys, from, to, round])
  return { opening, retry: () => setRound((last) => last + 1) }
}
