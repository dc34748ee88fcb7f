import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { partOf } from './part.ts'

interface Waits {
  /** What stands there until it has come; nothing unless said. */
  readonly waiting?: ReactNode
}

export interface Fetched<Props> {
  readonly component: ComponentType<Props & Waits>
  /** Fetches it ahead; what fails is told once it is drawn. */
  readonly fetchAhead: () => void
}

/**
 * A part in a chunk of its own: `fetched(async () => (await import('./map-panel.tsx')).MapPanel)`. It is drawn as soon as it is there, and
 * at once where it is there already: React's `lazy` shows what stands in its place first, and then nothing that comes for 300 ms. A chunk
 * that does not come is thrown as `PartMissing`, and fetched anew when it is drawn again.
 */
export const fetched = <Props extends object>(load: () => Promise<ComponentType<Props>>): Fetched<Props> => {
  const { known, get } = partOf(load)
  const Drawn = (props: Props & Waits): ReactNode => {
    const [Part, setPart] = useState(known)
    const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null)
    useEffect(() => {
      if (Part) return undefined
      let over = false
      get().then(
        (part) => {
          if (!over) setPart(() => part)
        },
        (error: unknown) => {
          if (!over) setFailure({ error })
        },
      )
      return () => {
        over = true
      }
    }, [Part])
    if (failure) throw failure.error
    return Part ? <Part {...props} /> : props.waiting
  }
  return { component: Drawn, fetchAhead: () => void get().catch(() => undefined) }
}
