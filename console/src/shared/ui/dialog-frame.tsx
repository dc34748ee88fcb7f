import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Rnd } from 'react-rnd'
import { dialogHandle, dialogMargin } from './dialog-place.ts'
import { freeAreaSelector, freeSize, onFreeSize } from './free-area.tsx'
import styles from './drag-dialog.module.css'

const edge = 10
const minimum = { width: 400, height: 300 } as const

interface DialogFrameProps {
  readonly width: number
  readonly height: number | undefined
  readonly resizable: boolean
  readonly modal: boolean
  readonly placement: 'center' | 'lowerRight'
  readonly onTouch: () => void
  readonly children: ReactNode
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number | 'auto'
}

/** Moves a box back so that its title can be reached, within what is free of the window. */
const inside = (box: Box, shownHeight: number): Box => ({
  ...box,
  // Whole pixels: between two the text is drawn blurred.
  x: Math.round(Math.max(dialogMargin, Math.min(box.x, freeSize().width - box.width - dialogMargin))),
  y: Math.round(Math.max(dialogMargin, Math.min(box.y, freeSize().height - shownHeight - dialogMargin))),
})

const handleStyles = {
  top: { height: edge, top: -edge / 2 },
  bottom: { height: edge, bottom: -edge / 2 },
  left: { width: edge, left: -edge / 2 },
  right: { width: edge, right: -edge / 2 },
}

/** What a dialog stands in: dragged by its title, resized by its edges, kept within what is free of the window. */
export const DialogFrame = ({ width, height, resizable, modal, placement, onTouch, children }: DialogFrameProps) => {
  const content = useRef<HTMLDivElement>(null)
  const [before] = useState(() => document.activeElement)
  /** Once it was: with its screen it comes back where it was dragged to. */
  const placed = useRef(false)
  const [box, setBox] = useState<Box>(() => ({
    // Not shown yet, it seems to lie at 0, 0; what is said here besides, react-rnd would add to every place.
    x: 0,
    y: 0,
    width: Math.min(width, freeSize().width - 2 * dialogMargin),
    height: height === undefined ? 'auto' : Math.min(height, freeSize().height - 2 * dialogMargin),
  }))

  useLayoutEffect(() => {
    // antd says it of every dialog, and leaves no property for it.
    content.current?.closest('[role="dialog"]')?.setAttribute('aria-modal', String(modal))
  }, [modal])

  // It has no height before antd shows it, and grows with what it says.
  useLayoutEffect(() => {
    const element = content.current
    if (!element) return undefined
    const keepInside = (): void => {
      const shown = element.offsetHeight
      if (shown === 0) return
      const first = !placed.current
      placed.current = true
      // Before it is painted: a click on an answer that is yet to move to its place would be lost.
      flushSync(() =>
        setBox((now) => {
          if (!first) return inside(now, shown)
          const free = { x: freeSize().width - now.width, y: freeSize().height - shown }
          const place = placement === 'center' ? { x: free.x / 2, y: free.y * 0.4 } : { x: free.x - 16, y: free.y - 16 }
          return inside({ ...now, ...place }, shown)
        }),
      )
    }
    const observer = new ResizeObserver(keepInside)
    observer.observe(element)
    const leave = onFreeSize(keepInside)
    return () => {
      observer.disconnect()
      leave()
    }
  }, [placement])

  useEffect(
    () => () => {
      // Whoever went on to work behind the dialog keeps the focus there.
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
    },
    [before],
  )

  useEffect(() => {
    const find = (selector: string) => content.current?.querySelector<HTMLElement>(selector)
    const field = find('[data-first]') ?? find('[autofocus], input:not([disabled]), textarea, select')
    field?.focus()
  }, [])

  return (
    <Rnd
      className={styles['frame'] ?? ''}
      size={{ width: box.width, height: box.height }}
      position={{ x: box.x, y: box.y }}
      minWidth={resizable ? Math.min(minimum.width, freeSize().width - 2 * dialogMargin) : undefined}
      minHeight={resizable ? minimum.height : undefined}
      bounds={freeAreaSelector}
      dragHandleClassName={dialogHandle}
      enableResizing={resizable}
      resizeHandleStyles={handleStyles}
      onMouseDown={onTouch}
      onDragStop={(_event, { x, y }) => setBox((now) => ({ ...now, x, y }))}
      onResizeStop={(_event, _direction, element, _delta, { x, y }) =>
        setBox({ x, y, width: element.offsetWidth, height: element.offsetHeight })
      }
    >
      <div ref={content} style={{ height: box.height === 'auto' ? 'auto' : '100%' }}>
        {children}
      </div>
    </Rnd>
  )
}
