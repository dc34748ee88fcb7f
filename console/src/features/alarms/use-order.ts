import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { useCallback, useEffect, useMemo, useRef, useState, type FocusEvent } from 'react'
import { arrange, type Order } from './order.ts'
import type { Leaving } from './watch.ts'

/** Milliseconds that a hand which no longer moves still holds what is below it. */
const holdsFor = 3_000
const none: readonly string[] = []

/** What is under the operator's hand or his keyboard's focus stays where it is; `always`: something is being written there. */
export const useOrder = (open: readonly Alarm[], leaving: readonly Leaving[], always: boolean) => {
  const [held, setHeld] = useState<readonly string[]>(none)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const focused = useRef(false)
  const order: Order = useMemo(() => arrange(open, leaving, held), [open, leaving, held])
  const ids = order.listed.map(({ id }) => id).join()
  const holding = always || held !== none

  // What came meanwhile keeps its place below as well.
  useEffect(() => {
    if (holding) setHeld(ids === '' ? none : ids.split(','))
  }, [holding, ids])
  const hold = (): void => setHeld(ids === '' ? none : ids.split(','))
  const letGo = useCallback((): void => {
    clearTimeout(timer.current)
    focused.current = false
    setHeld(none)
  }, [])
  useEffect(() => letGo, [letGo])
  useEffect(() => (always ? letGo : undefined), [always, letGo])

  const events = {
    onPointerMove: (): void => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        if (!focused.current && !always) setHeld(none)
      }, holdsFor)
      if (!holding) hold()
    },
    onPointerLeave: (): void => {
      if (!focused.current && !always) letGo()
    },
    onFocus: ({ target }: FocusEvent): void => {
      if (!target.matches(':focus-visible')) return
      focused.current = true
      if (!holding) hold()
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent): void => {
      if (currentTarget.contains(relatedTarget)) return
      focused.current = false
      if (!always) letGo()
    },
  }
  return { ...order, hand: { events, letGo } }
}
