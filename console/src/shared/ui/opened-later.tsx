import { useEffect, useState, type ComponentType } from 'react'
import { logError } from '../error-log/error-log.ts'
import { translate } from '../i18n/texts.ts'
import { notify } from '../notices/notices.ts'
import { useLettersRest } from '../shortcuts/shortcuts.ts'
import { partOf } from './part.ts'
import { uiTexts } from './texts.ts'

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
  const { known, get } = partOf(load)
  loads.push(get)
  return function OpenedLater(props: Props) {
    const { open, onClose } = props
    useLettersRest(open)
    const [Loaded, setLoaded] = useState(known)
    useEffect(() => {
      if (!open || Loaded) return undefined
      let over = false
      get().then(
        (component) => {
          if (!over) setLoaded(() => component)
        },
        (error: unknown) => {
          logError(error, 'openedLater')
          if (over) return
          notify.error(translate(uiTexts)('partMissing'))
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
