import { useEffect } from 'react'
import { logError } from '../../shared/error-log/error-log.ts'

/** Milliseconds between two looks whether the server has another console than this one. */
const lookEvery = 60_000

const mainOf = (page: Document): string | null => page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null

const isNewer = async (signal: AbortSignal): Promise<boolean> => {
  const answer = await fetch('/', { signal, cache: 'no-store' })
  if (!answer.ok) return false
  const theirs = mainOf(new DOMParser().parseFromString(await answer.text(), 'text/html'))
  return theirs !== null && theirs !== mainOf(document)
}

/** Loads the page anew once the server has another console: nobody is there who would. */
export const useNewerConsole = (): void => {
  useEffect(() => {
    const leaving = new AbortController()
    const look = (): void => {
      isNewer(leaving.signal).then(
        (newer) => newer && window.location.reload(),
        // While the server is away there is nothing newer; that it is away is told by the link.
        (error: unknown) => leaving.signal.aborted || logError(error, 'wall'),
      )
    }
    const timer = setInterval(look, lookEvery)
    return () => {
      clearInterval(timer)
      leaving.abort()
    }
  }, [])
}
