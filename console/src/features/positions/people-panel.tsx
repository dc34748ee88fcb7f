import { Button } from 'antd'
import { useTexts } from '../../shared/i18n/texts.ts'
import { usePositionsPulse } from '../../shared/live/hooks.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import styles from './positions.module.css'
import { ThingRow } from './thing-row.tsx'
import { positionTexts } from './texts.ts'

interface PeoplePanelProps {
  readonly title: string
  readonly hint?: string
  /** Who is meant now, by slot; asked again every second. */
  readonly find: () => readonly number[]
  readonly onSelect: (id: number) => void
  readonly onClose: () => void
}

const mostRows = 300

/** The people behind a number. */
export const PeoplePanel = ({ title, hint, find, onSelect, onClose }: PeoplePanelProps) => {
  const t = useTexts(positionTexts)
  usePositionsPulse(1_000)
  const slots = find()
  return (
    <section className={`${styles['panel']} ${styles['peoplePanel']}`} aria-label={title}>
      <header className={styles['panelHead']}>
        <h2 className="ellipsis grow">{title}</h2>
        <span>
          <b className={styles['total']}>{slots.length}</b>
        </span>
        <Button
          type="text"
          className={styles['close'] ?? ''}
          aria-label={t('close')}
          onClick={onClose}
          icon={<Icon name="close" />}
        />
      </header>
      {hint && <p className={styles['hint']}>{hint}</p>}
      <div className="scroll">
        {slots.slice(0, mostRows).map((slot) => (
          <ThingRow key={slot} slot={slot} onSelect={onSelect} />
        ))}
        {slots.length === 0 && <p className={styles['nothing']}>{t('nobody')}</p>}
      </div>
    </section>
  )
}
