import { Button } from 'antd'
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { Location } from 'react-router'
import { useOpenRecord, type OpenRecord as Opened } from '../editing/open-record.ts'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/texts.ts'
import { IconButton } from '../ui/bare-buttons.tsx'
import { Icon } from '../ui/icon.tsx'
import { EmptyState } from '../ui/states.tsx'
import { DeleteQuestion } from './delete-question.tsx'
import styles from './drawer.module.css'
import type { Draft } from './draft.ts'
import { EditedRecord } from './edited-record.tsx'
import { newRecord } from './list-address.ts'
import type { Row } from './record.ts'
import { titleOf, type ListSpec } from './spec.ts'
import { listTexts } from './texts.ts'
import { useRecordEditing, type AfterSave, type LetPass } from './use-record-editing.ts'

interface RecordDrawerProps {
  readonly spec: ListSpec
  /** The record that is open by its id, or `new`. */
  readonly openKey: string
  /** The record as it is stored now; null while it is not known, or there is none. */
  readonly stored: Row | null
  /** The answer in which it was looked for; undefined until one came. */
  readonly answer: unknown
  readonly mayEdit: boolean
  /** What a new one begins with. */
  readonly presets?: Draft
  readonly onClose: () => void
  readonly onSaved: (record: Row, then: AfterSave) => void
  readonly onDeleted: (record: Row) => void
  /** Absent: there is no list to go through; null: it ends there. */
  readonly onPrevious?: (() => void) | null
  readonly onNext?: (() => void) | null
  /** Whether two addresses have the same record open. */
  readonly same: (from: Location, to: Location) => boolean
}

/** Opens, looks at and changes one record beside the list, which stays in view and in use. */
export const RecordDrawer = (props: RecordDrawerProps) => {
  const { spec, openKey, answer, mayEdit, onClose, onPrevious, onNext } = props
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const panel = useRef<HTMLElement>(null)
  /** What was deleted leaves nothing behind to ask about. */
  const letPass = useRef<LetPass>(null)
  const [deleting, setDeleting] = useState(false)
  const opened = useOpenRecord(openKey, props.stored, answer)
  const { form, record: stored, gone } = opened
  const isNew = openKey === newRecord && stored === null
  const what = spec.noun.word[language]
  const title = t(isNew ? 'newRecord' : mayEdit ? 'editRecord' : 'viewRecord', { what })
  const missing = !isNew && stored === null && answer !== undefined

  useAside(panel)
  useEscape(panel, onClose)
  useEffect(() => {
    // A form takes the focus to its first field by itself; what is only opened gives it to the panel.
    const inside = panel.current
    if (inside && !inside.contains(document.activeElement)) inside.focus({ preventScroll: true })
  }, [form])

  return (
    <section
      ref={panel}
      className={styles['drawer']}
      style={{ width: `min(${spec.options.drawerWidth ?? drawerWidth}px, 100%)` }}
      role="dialog"
      aria-modal="false"
      aria-label={stored ? `${title} ${titleOf(spec, stored)}` : title}
      tabIndex={-1}
    >
      <header className={styles['head']}>
        <h2>{title}</h2>
        <span className={styles['name']} title={stored ? titleOf(spec, stored) : undefined}>
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
        <OpenRecord {...props} key={form} opened={opened} letPass={letPass} />
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
            letPass.current?.(() => props.onDeleted(record))
          }}
        />
      )}
    </section>
  )
}

const drawerWidth = 640
/** A calendar that is open; antd does not say so at its field. */
const calendar = '.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)'

/** Tells what floats at the right how much of the window the drawer takes. */
const useAside = (panel: RefObject<HTMLElement | null>): void => {
  useLayoutEffect(() => {
    const root = document.documentElement.style
    const tell = (): void => root.setProperty('--aside-width', `${panel.current?.offsetWidth ?? 0}px`)
    tell()
    window.addEventListener('resize', tell)
    return () => {
      window.removeEventListener('resize', tell)
      root.removeProperty('--aside-width')
    }
  }, [panel])
}

/** Escape in the drawer or beside it closes, unless something in there (an open list of choices) has to close first. */
const useEscape = (panel: RefObject<HTMLElement | null>, onClose: () => void): void => {
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement
      if (event.key !== 'Escape' || event.isComposing) return
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

interface OpenRecordProps extends RecordDrawerProps {
  readonly opened: Opened<Row>
  readonly letPass: RefObject<LetPass | null>
}

const OpenRecord = ({ spec, opened, onClose, onSaved, ...options }: OpenRecordProps) => {
  const t = useTexts(listTexts)
  const { mayEdit } = options
  const isNew = opened.record === null
  const editing = useRecordEditing(spec, {
    ...options,
    stored: opened.record,
    gone: opened.gone,
    wanted: 'close',
    onSaved: (record, then) => {
      if (then === 'new') opened.another()
      else if (then === 'stay') opened.saved(record)
      onSaved(record, then)
    },
    onUnchanged: (then) => {
      if (then === 'close') onClose()
    },
  })
  const { base, saving } = editing.editor
  const { banner, below: Below } = spec.options
  return (
    <>
      {base && banner && <div className={styles['banner']}>{banner(base)}</div>}
      <EditedRecord
        editing={editing}
        buttons={
          <>
            <Button onClick={onClose}>{t(mayEdit ? 'cancel' : 'close')}</Button>
            {mayEdit && isNew && (
              <Button onClick={() => editing.save('new')} disabled={saving}>
                {t('saveAndNew')}
              </Button>
            )}
          </>
        }
      >
        {base && Below && <Below record={base} />}
      </EditedRecord>
    </>
  )
}
