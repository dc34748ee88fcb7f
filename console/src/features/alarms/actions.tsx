import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { Tooltip } from 'antd'
import { useNavigate } from 'react-router'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useCan } from '../../shared/session/session.ts'
import { useBelow, narrowBelow } from '../../shared/ui/use-media.ts'
import { Icon, type IconName } from '../../shared/ui/icon.tsx'
import { docks } from './column-state.ts'
import { confirming } from './confirming.ts'
import { mapAddressOf } from './describe.ts'
import { alarmTexts } from './texts.ts'
import { useIsOnMap, useIsOpen, usePlace } from './use-alarms.ts'
import styles from './alarm-column.module.css'

/** Goes where the live map shows something; null for who may not see it. */
export const useLocate = (): ((address: string) => void) | null => {
  const navigate = useNavigate()
  return useCan('trackRealMgmt') ? (address) => void navigate(address) : null
}

/**
 * Begins to confirm an alarm: beside its evidence where a map stands open with the column, or in a narrow window, the live map flying
 * there; in the dialog everywhere else. Null for who may not.
 */
export const useBeginConfirming = (): ((alarm: Alarm) => void) | null => {
  const mayHandle = useCan('alarm:handle')
  const navigate = useNavigate()
  const onMap = useIsOnMap()
  const place = usePlace()
  const isOpen = useIsOpen()
  const narrow = useBelow(narrowBelow)
  if (!mayHandle) return null
  return (alarm) => {
    const docked = docks(place, isOpen, narrow)
    confirming.open(alarm, docked)
    if (docked && onMap) void navigate(mapAddressOf(alarm, true))
  }
}

interface ActionProps {
  readonly icon: IconName
  readonly label: string
  /** Why it cannot be used; null if it can. */
  readonly refusal: string | null
  readonly onClick?: (() => void) | undefined
  readonly className?: string | undefined
}

/** A small button with its word; one that cannot be used says why. */
export const Action = ({ icon, label, refusal, onClick, className = '' }: ActionProps) => (
  <Tooltip title={refusal}>
    <button
      type="button"
      className={`${styles['action']} ${className}`}
      aria-disabled={refusal !== null}
      onClick={refusal === null ? onClick : undefined}
    >
      <Icon name={icon} size={16} />
      <span>{label}</span>
    </button>
  </Tooltip>
)

/** The pin of a compact row. */
export const LocatePin = ({ alarm }: { readonly alarm: Alarm }) => {
  const t = useTexts(alarmTexts)
  const locate = useLocate()
  return (
    <Tooltip title={locate ? t('locate') : t('mayNotSeeMap')}>
      <button
        type="button"
        className={styles['tool']}
        aria-label={t('locate')}
        aria-disabled={!locate}
        onClick={locate ? () => locate(mapAddressOf(alarm)) : undefined}
      >
        <Icon name="pin" />
      </button>
    </Tooltip>
  )
}
