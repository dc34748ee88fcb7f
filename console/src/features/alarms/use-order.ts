import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { useCallback, useEffect, useMemo, useRef, useState, type FocusEvent } from 'react'
import { arrange, type Order } from './order.ts'
import type { Leaving } from './watch.ts'

const none: readonly string[] = []

/**
 * What is under the operator's hand, however long it rests there, or his keyboard's focus stays where it is; `always`: something is
 * being written there.
 */
export const useOrder = (open: readonly Alarm[], leaving: readonly Leaving[], always: boolean) => {
  const [held, setHeld] = useState<readonly string[]>(none)
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
    focused.current = false
    setHeld(none)
  }, [])
  useEffect(() => (always ? letGo : undefined), [always, letGo])

  const events = {
    onPointerMove: (): void => {
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
