import { Modal } from 'antd'
import { useEffect, useState, type CSSProperties, type ReactNode } from 'react'
import { useTexts } from '../i18n/texts.ts'
import { useLettersRest } from '../shortcuts/shortcuts.ts'
import { dialogHandle, dialogMargin } from './dialog-place.ts'
import { fetched } from './fetched.tsx'
import { Row } from './layout.tsx'
import { uiTexts } from './texts.ts'
import styles from './drag-dialog.module.css'

/** By which dialogs are dragged is fetched after the first screen, or with the first dialog. */
const { component: Frame, fetchAhead } = fetched(async () => (await import('./dialog-frame.tsx')).DialogFrame)
export const fetchDialogFrame = fetchAhead

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
    maxHeight: `calc(var(--height-full) - ${2 * dialogMargin}px)`,
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
        <h2 className={`${styles['title']} ${dialogHandle}`}>
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
