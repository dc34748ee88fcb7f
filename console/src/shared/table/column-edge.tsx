import { useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'
import { useTexts } from '../i18n/texts.ts'
import { listTexts } from '../spec/texts.ts'
import { narrowest } from './column-widths.ts'
import styles from './table.module.css'

interface ColumnEdgeProps {
  readonly name: string
  readonly label: string
  readonly width: number
  /** Null: as wide as it would like. */
  readonly onWidth: (width: number | null) => void
  readonly table: RefObject<HTMLTableElement | null>
}

const keyStep = 16
/** Pixels around the content of a cell. */
const padding = 25
const widest = 800

/** The right edge of a column's heading: dragging it or the arrows resize, a double click fits the content. */
export const ColumnEdge = ({ name, label, width, onWidth, table }: ColumnEdgeProps) => {
  const t = useTexts(listTexts)
  const drag = useRef<{ readonly from: number; readonly width: number; readonly total: number; to: number } | null>(null)
  const column = (): HTMLElement | null =>
    table.current?.querySelector<HTMLElement>(`col[data-column="${CSS.escape(name)}"]`) ?? null
  const begin = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { from: event.clientX, width, total: table.current?.offsetWidth ?? 0, to: width }
  }
  // While it is dragged only the column moves, without drawing the rows anew.
  const move = (event: PointerEvent<HTMLElement>): void => {
    const dragged = drag.current
    if (!dragged) return
    dragged.to = Math.max(narrowest, Math.round(dragged.width + event.clientX - dragged.from))
    const own = column()
    if (own) own.style.width = `${dragged.to}px`
    if (table.current) table.current.style.width = `${dragged.total + dragged.to - dragged.width}px`
  }
  const end = (): void => {
    const dragged = drag.current
    drag.current = null
    if (dragged && dragged.to !== dragged.width) onWidth(dragged.to)
  }
  const fit = (): void => {
    const cells = table.current?.querySelectorAll<HTMLElement>(`[data-cell="${CSS.escape(name)}"]`) ?? []
    const range = document.createRange()
    const contents = [...cells].map((cell) => {
      range.selectNodeContents(cell)
      return range.getBoundingClientRect().width
    })
    onWidth(Math.min(widest, Math.max(narrowest, Math.ceil(Math.max(0, ...contents)) + padding)))
  }
  const pressed = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -keyStep, ArrowRight: keyStep }[event.key]
    if (step === undefined) return
    event.preventDefault()
    onWidth(Math.max(narrowest, width + step))
  }
  return (
    <span
      className={styles['edge']}
      role="separator"
      aria-orientation="vertical"
      aria-label={t('resizeColumn', { name: label })}
      aria-valuenow={width}
      aria-valuemin={narrowest}
      tabIndex={0}
      title={t('resizeColumn', { name: label })}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={fit}
      onKeyDown={pressed}
    />
  )
}
