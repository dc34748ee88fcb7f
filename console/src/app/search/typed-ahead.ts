/** Notes what is typed between the key that opens the search and its field, which takes it. */
let noted = ''
let end = (): void => undefined

type Keys = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'preventDefault'>

const note = (event: Press): void => {
  const { key, ctrlKey, metaKey, altKey, isComposing } = event
  if (isComposing || ctrlKey || metaKey || altKey) return
  const isCharacter = [...key].length === 1
  if (!isCharacter && key !== 'Backspace') return
  // Neither in the field that one came from, nor by what the browser does with it.
  event.preventDefault()
  noted = isCharacter ? noted + key : [...noted].slice(0, -1).join('')
}

export const typedAhead = {
  /** The answer ends it, and forgets what was typed. */
  begin: (keys: Keys = window): (() => void) => {
    end()
    const heard = (event: Event): void => note(event as KeyboardEvent)
    keys.addEventListener('keydown', heard)
    end = () => {
      keys.removeEventListener('keydown', heard)
      noted = ''
    }
    return end
  },
  /** What was typed; from now on the field hears it. */
  take: (): string => {
    const typed = noted
    end()
    return typed
  },
}
