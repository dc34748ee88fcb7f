import type { Point } from '@vigil/contract/hazards/entities.ts'
import { useEffect, useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { HungAt } from '../hung.tsx'
import { useStage } from '../map-view.tsx'
import { latOf, lngOf, mercatorX, mercatorY } from '../../geo/mercator.ts'
import styles from './draw.module.css'

interface DragHandleProps {
  readonly at: Point
  readonly label: string
  /** `place` stands with its tip on the ground. */
  readonly kind: 'move' | 'size' | 'place'
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
const tip = [-0.5, -1] as const

/** A handle above the map that is dragged, or moved by arrow keys (ten steps with Shift). */
export const DragHandle = ({ at, label, kind, value, onDrag, onStep, children }: DragHandleProps) => {
  const { overlay } = useStage()
  const latest = useRef(onDrag)
  useEffect(() => {
    latest.current = onDrag
  })

  const letGo = useRef<() => void>(() => undefined)
  useEffect(() => () => letGo.current(), [])
  const pressed = (press: PointerEvent<HTMLButtonElement>): void => {
    if (press.button !== 0) return
    press.stopPropagation()
    const { left, top } = overlay.root.getBoundingClientRect()
    const [x, y] = overlay.project(mercatorX(at[0]), mercatorY(at[1]))
    const [dx, dy] = [press.clientX - left - x, press.clientY - top - y]
    let dragged = false
    const placeOf = ({ clientX, clientY }: globalThis.PointerEvent): Point => {
      const { left, top } = overlay.root.getBoundingClientRect()
      const [toX, toY] = overlay.unproject(clientX - left - dx, clientY - top - dy)
      return [lngOf(toX), latOf(toY)]
    }
    const moved = (event: globalThis.PointerEvent): void => {
      if (event.pointerId !== press.pointerId) return
      dragged = true
      latest.current(placeOf(event), false)
    }
    const ended = (event: globalThis.PointerEvent): void => {
      if (event.pointerId !== press.pointerId) return
      letGo.current()
      if (dragged) latest.current(placeOf(event), true)
    }
    letGo.current = () => {
      window.removeEventListener('pointermove', moved)
      window.removeEventListener('pointerup', ended)
      window.removeEventListener('pointercancel', ended)
    }
    window.addEventListener('pointermove', moved)
    window.addEventListener('pointerup', ended)
    window.addEventListener('pointercancel', ended)
  }
  const typed = (event: KeyboardEvent): void => {
    const step = arrows[event.key]
    if (!step) return
    event.preventDefault()
    const times = event.shiftKey ? bigStep : 1
    onStep(step[0] * times, step[1] * times)
  }
  return (
    <HungAt lng={at[0]} lat={at[1]} {...(kind === 'place' ? { anchor: tip } : {})}>
      <button
        type="button"
        className={styles['handle']}
        data-kind={kind}
        title={label}
        aria-label={label}
        {...(value === undefined ? {} : { role: 'slider', 'aria-valuenow': value })}
        onPointerDown={pressed}
        onKeyDown={typed}
      >
        {kind === 'move' && <MoveGlyph />}
        {kind === 'place' && <PlaceGlyph />}
      </button>
      {children && <span className={styles['reading']}>{children}</span>}
    </HungAt>
  )
}

const MoveGlyph = () => (
  <svg
    width="16"
    height="16"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    aria-hidden="true"
  >
    <path d="M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3" strokeLinejoin="round" />
  </svg>
)

const PlaceGlyph = () => (
  <svg width="34" height="42" viewBox="0 0 34 42" aria-hidden="true">
    <path
      d="M17 41S3.5 26.6 3.5 16a13.5 13.5 0 0 1 27 0C30.5 26.6 17 41 17 41z"
      fill="currentColor"
      stroke="var(--v-bg-container)"
      strokeWidth="2"
      strokeLinejoin="round"
    />
    <circle cx="17" cy="16" r="5.5" fill="var(--v-bg-container)" />
  </svg>
)
