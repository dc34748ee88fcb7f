import { Button } from 'antd'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { OpenRecord } from '../editing/open-record.ts'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/texts.ts'
import { newRecord } from '../routes/list-address.ts'
import type { Row } from '../spec/record.ts'
import { titleOf, type ListSpec } from '../spec/spec.ts'
import { listTexts } from '../spec/texts.ts'
import { IconButton } from '../ui/bare-buttons.tsx'
import { Icon } from '../ui/icon.tsx'
import { EmptyState } from '../ui/states.tsx'
import { DeleteQuestion } from './delete-question.tsx'
import styles from './record-frame.module.css'

interface RecordFrameProps {
  readonly spec: ListSpec
  readonly opened: OpenRecord<Row>
  /** The record that is open by its id, or `new`. */
  readonly openKey: string
  /** There was an answer in which it was looked for. */
  readonly known: boolean
  readonly mayEdit: boolean
  /** `over` what it belongs to, which Esc closes; or `beside` it, in a place that the screen gives it. */
  readonly placed: 'over' | 'beside'
  readonly onClose: () => void
  readonly onDeleted: (record: Row) => void
  /** Absent: there is no list to go through; null: it ends there. */
  readonly onPrevious?: (() => void) | null | undefined
  readonly onNext?: (() => void) | null | undefined
  /** The record, once it is known. */
  readonly children: ReactNode
}

/** The frame of an open record: what it is called, and how it is left and deleted. */
export const RecordFrame = ({
  spec,
  opened,
  openKey,
  known,
  mayEdit,
  placed,
  onClose,
  onDeleted,
  onPrevious,
  onNext,
  children,
}: RecordFrameProps) => {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const panel = useRef<HTMLElement>(null)
  const [deleting, setDeleting] = useState(false)
  const { form, record: stored, gone } = opened
  const isNew = openKey === newRecord && stored === null
  const what = spec.noun.word[language]
  const title = t(isNew ? 'newRecord' : mayEdit ? 'editRecord' : 'viewRecord', { what })
  const missing = !isNew && stored === null && known

  useEscape(panel, placed === 'over' ? onClose : null)
  useEffect(() => {
    // A form takes the focus to its first field by itself; what is only opened gives it to the panel.
    const inside = panel.current
    if (placed === 'over' && inside && !inside.contains(document.activeElement)) inside.focus({ preventScroll: true })
  }, [form, placed])

  return (
    <section
      ref={panel}
      className={styles['drawer']}
      data-placed={placed}
      {...(placed === 'over'
        ? { role: 'dialog', 'aria-modal': 'false', style: { width: `min(${spec.options.drawerWidth ?? drawerWidth}px, 100%)` } }
        : {})}
      aria-label={stored ? `${title} ${titleOf(spec, stored)}` : title}
      tabIndex={-1}
    >
      <header className={styles['head']}>
        <h2 className="fixed">{title}</h2>
        <span className="ellipsis grow soft" title={stored ? titleOf(spec, stored) : undefined}>
          {stored && titleOf(spec, stored)}
        </span>
        {onPrevious !== undefined && !isNew && (
          <button type="button" className={styles['step']} disabled={!onPrevious} onClick={() => onPrevious?.()}>
            <Icon name="left" size={14} />
            <span>{t('previous')}</span>
          </button>
        )}
        {onNext !== undefined && !isNew && (
          <button type="button" className={styles['step']} disabled={!onNext} onClick={() => onNext?.()}>
            <span>{t('next')}</span>
            <Icon name="right" size={14} />
          </button>
        )}
        {mayEdit && spec.remove && stored && !gone && spec.options.removable?.(stored) !== false && (
          <IconButton danger label={t('delete')} onClick={() => setDeleting(true)}>
            <Icon name="trash" />
          </IconButton>
        )}
        <IconButton label={t('close')} onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </header>
      {isNew || stored ? (
        children
      ) : (
        <div className={styles['waiting']} aria-busy={!missing}>
          {missing && (
            <EmptyState icon="search" title={t('notFound', { what })}>
              <Button onClick={onClose}>{t('close')}</Button>
            </EmptyState>
          )}
        </div>
      )}
      {stored && (
        <DeleteQuestion
          spec={spec}
          record={deleting ? stored : null}
          onClose={() => setDeleting(false)}
          onDeleted={(record) => {
            setDeleting(false)
            onDeleted(record)
          }}
        />
      )}
    </section>
  )
}

const drawerWidth = 640
/** A calendar that is open; antd does not say so at its field. */
const calendar = '.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)'

/** Escape in the drawer or beside it closes, unless something in there (an open list of choices) has to close first. */
const useEscape = (panel: RefObject<HTMLElement | null>, onClose: (() => void) | null): void => {
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement
      if (event.key !== 'Escape' || event.isComposing || latest.current === null) return
      // What had the focus may just have gone; then it is the only dialog's.
      const alone = target === document.body && document.querySelectorAll('[role="dialog"]').length === 1
      if (!alone && !panel.current?.parentElement?.contains(target)) return
      // Before anything else hears of the key: what it closes is still open.
      const open = target.closest('[aria-expanded="true"]') ?? (target.closest('.ant-picker') && document.querySelector(calendar))
      if (open) return
      // The question that this may bring up must not be answered by the same key.
      event.stopPropagation()
      latest.current()
    }
    window.addEventListener('keydown', pressed, true)
    return () => window.removeEventListener('keydown', pressed, true)
  }, [panel])
}
