import type { Alarm, AlarmFlood } from '@vigil/contract/alarms/entities.ts'
import { useCallback, useEffect, useMemo, useRef, useState, type FocusEvent } from 'react'
import { arrange, byCause, heldAs, stillHeld, type Entry, type Held, type Order } from './order.ts'
import type { Leaving } from './watch.ts'

const calm: AlarmFlood = { since: null, count: 0 }

/**
 * What is under the operator's hand, however long it rests there, or his keyboard's focus stays where it is; `always`: something is
 * being written there. A flood begins and ends there once the hand is gone.
 */
export const useOrder = (open: readonly Alarm[], leaving: readonly Leaving[], always: boolean, flood: AlarmFlood = calm) => {
  const [held, setHeld] = useState<Held | null>(null)
  const hand = useRef({ isOver: false, isFocused: false })
  const [shown, setShown] = useState(flood)
  const follows = (held === null && !always) || (shown.since !== null && flood.since !== null)
  if (follows && shown !== flood) setShown(flood)
  const inFlood = shown.since !== null
  const order: Order = useMemo(() => arrange(open, leaving, held, { inFlood }), [open, leaving, held, inFlood])
  const entries: readonly Entry[] = useMemo(
    () => (inFlood ? byCause(order.listed, held?.known ?? null) : order.listed),
    [inFlood, order, held],
  )
  const ids = useMemo(() => order.listed.map(({ id }) => id), [order])
  const holding = always || held !== null

  useEffect(() => {
    if (holding) setHeld((present) => (present === null ? heldAs(ids) : stillHeld(present, ids)))
  }, [holding, ids])
  const letGo = useCallback((): void => {
    hand.current = { isOver: false, isFocused: false }
    setHeld(null)
  }, [])
  useEffect(() => (always ? letGo : undefined), [always, letGo])
  // A list that is gone says nothing of the pointer that left it.
  const isEmpty = ids.length === 0
  useEffect(() => {
    if (isEmpty) letGo()
  }, [isEmpty, letGo])
  const hold = (): void => setHeld((present) => present ?? heldAs(ids))
  const release = (): void => {
    const { isOver, isFocused } = hand.current
    if (!isOver && !isFocused && !always) setHeld(null)
  }
  // What had the focus may be gone, without a word that it lost it.
  useEffect(() => {
    if (!hand.current.isFocused || document.activeElement !== document.body) return
    hand.current.isFocused = false
    release()
  })

  const events = {
    onPointerMove: (): void => {
      hand.current.isOver = true
      hold()
    },
    onPointerLeave: (): void => {
      hand.current.isOver = false
      release()
    },
    onFocus: ({ target }: FocusEvent): void => {
      if (!target.matches(':focus-visible')) return
      hand.current.isFocused = true
      hold()
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent): void => {
      if (currentTarget.contains(relatedTarget)) return
      hand.current.isFocused = false
      release()
    },
  }
  return { ...order, entries, flood: inFlood ? shown : null, known: held?.known ?? null, hand: { events, letGo } }
}
