import { Icon } from './icon.tsx'
import styles from './notice-chip.module.css'

interface NoticeChipProps {
  readonly kind: 'info' | 'warning'
  /** In a few words; what it means stands in `title`. */
  readonly text: string
  readonly title: string
  readonly onClick: () => void
}

/** Something to know of a list before one looks at it, in the line of its total; a click tells more. */
export const NoticeChip = ({ kind, text, title, onClick }: NoticeChipProps) => (
  <button type="button" className={styles['chip']} data-kind={kind} title={title} aria-haspopup="dialog" onClick={onClick}>
    <Icon name={kind === 'info' ? 'sos' : 'danger'} size={16} />
    {text}
  </button>
)
