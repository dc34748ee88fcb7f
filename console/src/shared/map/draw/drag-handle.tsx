import type { Point } from '@vigil/contract/hazards/entities.ts'
import { useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { HungAt } from '../hung.tsx'
import { useStage } from '../map-view.tsx'
import { latOf, lngOf, mercatorX, mercatorY } from '../mercator.ts'
import styles from './draw.module.css'

interface DragHandleProps {
  readonly at: Point
  readonly label: string
  readonly kind: 'move' | 'size'
  /** The number that the handle holds, for those who hear it. */
  readonly value?: number
  readonly onDrag: (place: Point, done: boolean) => void
  /** Steps by arrow keys: right and up are positive. */
  readonly onStep: (east: number, north: number) => void
  readonly children?: ReactNode
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}
const bigStep = 10

/** A handle above the map that is dragged, or moved by arrow keys (ten steps with Shift). */
export const DragHandle = ({ at, label, kind, value, onDrag, onStep, children }: DragHandleProps) => {
  const { overlay } = useStage()
  const grip = useRef<{ readonly id: number; readonly dx: number; readonly dy: number; moved: boolean } | null>(null)

  const place = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top } = overlay.root.getBoundingClientRect()
    const { dx = 0, dy = 0 } = grip.current ?? {}
    const [x, y] = overlay.unproject(clientX - left - dx, clientY - top - dy)
    return [lngOf(x), latOf(y)]
  }
  const pressed = (event: PointerEvent<HTMLButtonElement>): void => {
    if (event.button !== 0) return
    event.stopPropagation()
    const { left, top } = overlay.root.getBoundingClientRect()
    const [x, y] = overlay.project(mercatorX(at[0]), mercatorY(at[1]))
    grip.current = { id: event.pointerId, dx: event.clientX - left - x, dy: event.clientY - top - y, moved: false }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const moved = (event: PointerEvent): void => {
    if (grip.current?.id !== event.pointerId) return
    grip.current.moved = true
    onDrag(place(event), false)
  }
  const released = (event: PointerEvent): void => {
    if (grip.current?.id !== event.pointerId) return
    if (grip.current.moved) onDrag(place(event), true)
    grip.current = null
  }
  const typed = (event: KeyboardEvent): void => {
    const step = arrows[event.key]
    if (!step) return
    event.preventDefault()
    const times = event.shiftKey ? bigStep : 1
    onStep(step[0] * times, step[1] * times)
  }
  return (
    <HungAt lng={at[0]} lat={at[1]}>
      <button
        type="button"
        className={styles['handle']}
        data-kind={kind}
        title={label}
        aria-label={label}
        {...(value === undefined ? {} : { role: 'slider', 'aria-valuenow': value })}
        onPointerDown={pressed}
        onPointerMove={moved}
        onPointerUp={released}
        onPointerCancel={() => {
          grip.current = null
        }}
        onKeyDown={typed}
      >
        {kind === 'move' && <MoveGlyph />}
      </button>
      {children && <span className={styles['reading']}>{children}</span>}
    </HungAt>
  )
}

const MoveGlyph = () => (
  <svg width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" aria-hidden="true">
    <path d="M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3" strokeLinejoin="round" />
  </svg>
)
