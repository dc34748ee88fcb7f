import { Button } from 'antd'
import { Icon, type IconName } from '../ui/icon.tsx'
import styles from './field.module.css'

interface BrowseButtonProps {
  readonly icon: IconName
  /** Written on the button where the field has room for it. */
  readonly text: string
  readonly disabled: boolean
  readonly onClick: () => void
}

/** The button beside a field that opens its dialog. */
export const BrowseButton = ({ icon, text, disabled, onClick }: BrowseButtonProps) => (
  <Button
    className={styles['browse'] ?? ''}
    autoInsertSpace={false}
    icon={<Icon name={icon} size={16} />}
    title={text}
    aria-label={text}
    aria-haspopup="dialog"
    disabled={disabled}
    onClick={onClick}
  >
    <span className={styles['browseText']}>{text}</span>
  </Button>
)
