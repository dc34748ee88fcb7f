import type { IconName } from '../../shared/ui/glyphs.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import styles from './calling-dialog.module.css'

interface ControlProps {
  readonly icon: IconName
  readonly label: string
  readonly pressed?: boolean
  readonly disabled: boolean
  readonly onClick: () => void
}

/** A round button of a call, with its word below. */
export const Control = ({ icon, label, pressed, disabled, onClick }: ControlProps) => (
  <button type="button" className={styles['control']} aria-pressed={pressed} disabled={disabled} onClick={onClick}>
    <span>
      <Icon name={icon} />
    </span>
    {label}
  </button>
)
