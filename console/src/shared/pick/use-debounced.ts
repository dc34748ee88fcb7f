import { useEffect, useState } from 'react'

/** Milliseconds without a key before somebody is taken to have typed what they wanted. */
const typingPause = 250

/** A value once it has not changed for a moment; an empty text at once, since nobody is typing it. */
export const useDebounced = (value: string): string => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    if (value === '') {
      setSettled('')
      return undefined
    }
    const timer = setTimeout(() => setSettled(value), typingPause)
    return () => clearTimeout(timer)
  }, [value])
  return value === '' ? '' : settled
}
