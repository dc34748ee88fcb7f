import { Modal } from 'antd'
import { useEffect, useLayoutEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Rnd } from 'react-rnd'
import { useTexts } from '../i18n/texts.ts'
import { useLettersRest } from '../shortcuts/shortcuts.ts'
import { freeAreaSelector, freeSize, onFreeSize } from './free-area.tsx'
import { Row } from './layout.tsx'
import { uiTexts } from './texts.ts'
import styles from './drag-dialog.module.css'

const edge = 10
const margin = 8
const minimum = { width: 400, height: 300 } as const
const handle = 'drag-dialog-handle'

interface DragDialogProps {
  readonly open: boolean
  /** Esc or the cross; absent where only its own buttons close it. */
  readonly onClose?: () => void
  readonly title: ReactNode
  /** Pixels; a narrower window narrows it. */
  readonly width: number
  /** Pixels; as high as its content unless said. */
  readonly height?: number
  /** At least 400 × 300, by a 10 px zone along the edges; false unless said. */
  readonly resizable?: boolean
  /** Dims what lies behind; false unless said, so that the evidence stays in view and in use. */
  readonly mask?: boolean
  /** Where it opens: in the middle unless said. */
  readonly placement?: 'center' | 'lowerRight'
  /** Buttons; none unless said. */
  readonly footer?: ReactNode
  readonly afterClose?: () => void
  readonly children: ReactNode
}

// Inline, because antd's own rules come later in the document and would win over classes.
const modalStyle: CSSProperties = { top: 0, left: 0, margin: 0, padding: 0, maxWidth: 'none' }
/** Without a mask what lies behind stays in use. */
const through: CSSProperties = { pointerEvents: 'none' }
const partStyles = {
  container: {
    display: 'flex',
    flexDirection: 'column',
    height: '100%',
    maxHeight: `calc(var(--height-full) - ${2 * margin}px)`,
    padding: 0,
    overflow: 'hidden',
    borderRadius: 8,
    border: '1px solid var(--v-border)',
    boxShadow: 'var(--v-shadow-dialog)',
  },
  header: { flex: 'none', margin: 0, padding: 0, borderBottom: '1px solid var(--v-border-secondary)' },
  body: { flex: 1, minHeight: 0, padding: '16px 20px', overflow: 'auto' },
  footer: { flex: 'none', margin: 0, padding: '12px 20px', borderTop: '1px solid var(--v-border-secondary)' },
} as const satisfies Readonly<Record<string, CSSProperties>>

let topmost = 1_000
const raise = (): number => {
  topmost += 1
  return topmost
}

/**
 * A dialog that is dragged by its title. It opens above the others and comes to the front when touched; its first field (or
 * the one marked `data-first`) has the focus, and the focus goes back where it came from.
 */
export const DragDialog = ({
  open,
  onClose,
  title,
  width,
  height,
  resizable = false,
  mask = false,
  placement = 'center',
  footer = null,
  afterClose,
  children,
}: DragDialogProps) => {
  const t = useTexts(uiTexts)
  useLettersRest(open)
  const [zIndex, setZIndex] = useState(raise)
  useEffect(() => {
    if (open) setZIndex(raise())
  }, [open])
  return (
    <Modal
      open={open}
      {...(onClose ? { onCancel: onClose } : { closable: false, keyboard: false })}
      {...(afterClose ? { afterClose } : {})}
      zIndex={zIndex}
      mask={mask ? { closable: false } : false}
      scrollLock={mask}
      focusable={{ trap: mask, focusTriggerAfterClose: true }}
      destroyOnHidden
      // It is there at once: a click on an answer that still grows would be lost.
      transitionName=""
      maskTransitionName=""
      footer={
        footer === null ? null : (
          <Row className="wrap" gap={8} justify="flex-end">
            {footer}
          </Row>
        )
      }
      width={0}
      className={styles['modal'] ?? ''}
      style={modalStyle}
      styles={{ ...partStyles, ...(mask ? {} : { wrapper: through }) }}
      title={
        <h2 className={`${styles['title']} ${handle}`}>
          {title}
          {/* No part of what the dialog is called. */}
          <span className={styles['hint']} aria-hidden="true">
            {t('dragHint')}
          </span>
        </h2>
      }
      modalRender={(node) => (
        <Frame
          width={width}
          height={height}
          resizable={resizable}
          modal={mask}
          placement={placement}
          onTouch={() => {
            if (zIndex !== topmost) setZIndex(raise())
          }}
        >
          {node}
        </Frame>
      )}
    >
      {children}
    </Modal>
  )
}

interface FrameProps {
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
  x: Math.round(Math.max(margin, Math.min(box.x, freeSize().width - box.width - margin))),
  y: Math.round(Math.max(margin, Math.min(box.y, freeSize().height - shownHeight - margin))),
})

const handleStyles = {
  top: { height: edge, top: -edge / 2 },
  bottom: { height: edge, bottom: -edge / 2 },
  left: { width: edge, left: -edge / 2 },
  right: { width: edge, right: -edge / 2 },
}

const Frame = ({ width, height, resizable, modal, placement, onTouch, children }: FrameProps) => {
  const content = useRef<HTMLDivElement>(null)
  const [before] = useState(() => document.activeElement)
  /** Once it was: with its screen it comes back where it was dragged to. */
  const placed = useRef(false)
  const [box, setBox] = useState<Box>(() => ({
    // Not shown yet, it seems to lie at 0, 0; what is said here besides, react-rnd would add to every place.
    x: 0,
    y: 0,
    width: Math.min(width, freeSize().width - 2 * margin),
    height: height === undefined ? 'auto' : Math.min(height, freeSize().height - 2 * margin),
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
      minWidth={resizable ? Math.min(minimum.width, freeSize().width - 2 * margin) : undefined}
      minHeight={resizable ? minimum.height : undefined}
      bounds={freeAreaSelector}
      dragHandleClassName={handle}
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
