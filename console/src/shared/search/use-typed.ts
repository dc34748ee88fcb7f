import { useCallback, useEffect, useRef, useState } from 'react'
import type { ListChange } from '../routes/list-address.ts'

/** Milliseconds without a key before what was typed is looked for. */
const pause = 400
/** Stands for the keyword among the names of filters. */
export const keywordKey = ''

/** What was typed into a search bar and not yet looked for. */
export const useTyped = (onChange: (change: ListChange) => void) => {
  /** Fields forget what was typed in them: their `key`. */
  const [round, setRound] = useState(0)
  const typed = useRef(new Map<string, string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })

  /** False: there was nothing. */
  const apply = useCallback((): boolean => {
    clearTimeout(timer.current)
    const entries = [...typed.current]
    typed.current.clear()
    if (entries.length === 0) return false
    const keyword = entries.find(([name]) => name === keywordKey)?.[1]
    const texts = entries.filter(([name]) => name !== keywordKey)
    latest.current({
      ...(keyword === undefined ? {} : { keyword: keyword.trim() }),
      filters: Object.fromEntries(texts.map(([name, text]) => [name, text.trim() === '' ? null : text.trim()])),
    })
    return true
  }, [])
  useEffect(() => {
    // Of a screen that stood behind another meanwhile.
    if (typed.current.size > 0) timer.current = setTimeout(apply, pause)
    return () => clearTimeout(timer.current)
  }, [apply])
  const onTyped = (name: string, text: string): void => {
    typed.current.set(name, text)
    clearTimeout(timer.current)
    timer.current = setTimeout(apply, pause)
  }
  const forget = (): void => {
    typed.current.clear()
    clearTimeout(timer.current)
    setRound((before) => before + 1)
  }
  return { round, onTyped, apply, forget }
}
