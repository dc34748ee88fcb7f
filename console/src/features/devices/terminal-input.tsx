import { terminalParameters, type SettableName, type TerminalParameter } from '@vigil/contract/devices/terminal-parameter.ts'
import { Input, InputNumber, Select } from 'antd'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { Row } from '../../shared/ui/layout.tsx'
import styles from './devices.module.css'
import { terminalTexts } from './terminal-texts.ts'

interface TerminalInputProps {
  readonly label: string
  readonly name: SettableName
  readonly told: TerminalParameter
  /** What was typed instead; null for nothing. */
  readonly value: number | string | null
  readonly onChange: (value: number | string | null) => void
}

/** One value that is set from here, with what it may be. */
export const TerminalInput = ({ label, name, told, value, onChange }: TerminalInputProps) => {
  const t = useTexts(terminalTexts)
  const { language } = useLanguage()
  const { choices, range, longest, unit } = terminalParameters[name]
  const present = value ?? told.value
  const more = unit ? ` ${unit[language]}` : ''
  if (choices)
    return (
      <Select
        aria-label={label}
        className={styles['parameterInput'] ?? ''}
        value={typeof present === 'number' ? present : null}
        options={choices.options(language)}
        onChange={onChange}
      />
    )
  return (
    <Row gap="0 8px" className="wrap">
      {range ? (
        <InputNumber
          aria-label={label}
          className={styles['parameterInput'] ?? ''}
          value={typeof present === 'number' ? present : null}
          placeholder={String(told.value ?? told.hex)}
          controls={false}
          onChange={onChange}
        />
      ) : (
        <Input
          aria-label={label}
          className={styles['parameterInput'] ?? ''}
          value={typeof present === 'string' ? present : ''}
          maxLength={longest}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
      <span className="quiet">
        {range ? `${t('range', { min: range[0], max: range[1] })}${more}` : t('longest', { n: longest ?? 0 })}
      </span>
    </Row>
  )
}
