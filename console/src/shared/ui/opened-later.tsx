import { useEffect, useState, type ComponentType } from 'react'
import { failureText } from '../api/failure.ts'
import { logError } from '../error-log/error-log.ts'
import { notify } from '../notices/notices.ts'
import { useLettersRest } from '../shortcuts/shortcuts.ts'

/** What is opened and closed by whoever draws it. */
interface Opened {
  readonly open: boolean
  readonly onClose: () => void
}

const loads: (() => Promise<unknown>)[] = []

/**
 * A dialog or drawer in a chunk of its own: `openedLater(async () => (await import('./search-dialog.tsx')).SearchDialog)`. It is fetched
 * when it is first opened, unless `fetchAhead` was earlier; where it does not come, that is told and it is closed, to be tried anew. What is
 * typed meanwhile acts on nothing behind.
 */
export const openedLater = <Props extends Opened>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> => {
  let known: ComponentType<Props> | null = null
  const fetched = async (): Promise<ComponentType<Props>> => {
    known ??= await load()
    return known
  }
  loads.push(fetched)
  return function OpenedLater(props: Props) {
    const { open, onClose } = props
    useLettersRest(open)
    const [Loaded, setLoaded] = useState(() => known)
    useEffect(() => {
      if (!open || Loaded) return undefined
      let over = false
      fetched().then(
        (component) => {
          if (!over) setLoaded(() => component)
        },
        (error: unknown) => {
          logError(error, 'openedLater')
          if (over) return
          notify.error(failureText(error))
          onClose()
        },
      )
      return () => {
        over = true
      }
    }, [open, Loaded, onClose])
    return Loaded && <Loaded {...props} />
  }
}

/** Fetches one after the other what was not opened yet. What does not come is told when it is opened. */
export const fetchAhead = async (): Promise<void> => {
  for (const load of loads) await load().catch(() => undefined)
}
