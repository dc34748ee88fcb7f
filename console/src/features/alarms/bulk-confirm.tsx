import { alarmReason } from '@vigil/contract/alarms/entities.ts'
import { Input, Select, Space } from 'antd'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import type { BulkInputProps } from '../../shared/spec/definitions.ts'
import type { Reason } from './confirm-form.ts'
import { alarmTexts } from './texts.ts'
import styles from './alarm-lists.module.css'

/** What is said of alarms that are confirmed together. */
export interface ConfirmWords {
  readonly reason: Reason
  readonly note: string
}
export const noWords: ConfirmWords = { reason: '', note: '' }

const longestNote = 500

export const BulkConfirmInput = ({ id, value, onChange }: BulkInputProps) => {
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  const words = value as ConfirmWords
  return (
    <Space orientation="vertical" size="small" className="grow">
      <Select<Reason>
        id={id}
        className={styles['reason'] ?? ''}
        allowClear
        placeholder={t('optional')}
        value={words.reason === '' ? null : words.reason}
        options={alarmReason.options(language)}
        onChange={(reason: Reason | undefined) => onChange({ ...words, reason: reason ?? '' })}
      />
      <Input
        aria-label={t('note')}
        placeholder={t('note')}
        maxLength={longestNote}
        value={words.note}
        onChange={(event) => onChange({ ...words, note: event.target.value })}
      />
    </Space>
  )
}
