import { objectKind } from '@vigil/contract/hazards/entities.ts'
import type { CodeOf } from '@vigil/contract/kernel/enumeration.ts'
import { useState, type KeyboardEvent } from 'react'
import { useLanguage } from '../../../shared/i18n/language.ts'
import { useTexts } from '../../../shared/i18n/texts.ts'
import { SelectDialog, type SelectProps } from '../../../shared/pick/select-dialog.tsx'
import { Icon } from '../../../shared/ui/icon.tsx'
import styles from './object-type-dialog.module.css'
import { placeTexts } from './texts.ts'

export type ObjectKind = CodeOf<typeof objectKind>

interface ObjectTypeDialogProps extends Omit<SelectProps, 'title'> {
  /** The dialog closes by itself. */
  readonly onChoose: (kind: ObjectKind) => void
}

const width = 560
const kinds = [
  { kind: objectKind.code.positioning, icon: 'beacon', explains: 'explainPositioning' },
  { kind: objectKind.code.hazard, icon: 'danger', explains: 'explainHazard' },
] as const

/**
 * Asks what a new object on the map is to be. Arrow keys go from one kind to the other, Enter takes it.
 */
export const ObjectTypeDialog = ({ open, ...props }: ObjectTypeDialogProps) => (open ? <OpenDialog {...props} /> : null)

const OpenDialog = ({ onChoose, onClose }: Omit<ObjectTypeDialogProps, 'open'>) => {
  const t = useTexts(placeTexts)
  const { language } = useLanguage()
  const [chosen, setChosen] = useState<ObjectKind>(objectKind.code.positioning)
  const pressed = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    onChoose(chosen)
    onClose()
  }
  return (
    <SelectDialog
      title={t('newObject')}
      width={width}
      summary={t('newObjectHint')}
      onClose={onClose}
      onOk={() => onChoose(chosen)}
    >
      <div role="radiogroup" aria-label={t('newObject')} className={styles['kinds']} onKeyDown={pressed}>
        {kinds.map(({ kind, icon, explains }) => (
          <label key={kind} className={styles['kind']}>
            <input
              type="radio"
              name="object-kind"
              value={kind}
              checked={chosen === kind}
              {...(chosen === kind ? { 'data-first': true } : {})}
              onChange={() => setChosen(kind)}
            />
            <span className={styles['icon']}>
              <Icon name={icon} size={32} />
            </span>
            <b>{objectKind.name(kind, language)}</b>
            <span>{t(explains)}</span>
          </label>
        ))}
      </div>
    </SelectDialog>
  )
}
