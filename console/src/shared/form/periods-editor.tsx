import { dayName, endOf, everyDay, longDayName, weekend, workdays, type SchedulePeriod } from '@vigil/contract/kernel/period.ts'
import { Button, TimePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/texts.ts'
import { periodTexts } from '../spec/period-texts.ts'
import type { EditorProps } from '../spec/definitions.ts'
import { IconButton, TextButton } from '../ui/bare-buttons.tsx'
import { Icon } from '../ui/icon.tsx'
import { Row, Stack } from '../ui/layout.tsx'
import styles from './periods-editor.module.css'
import { newRow, withDay } from './periods.ts'

const clock = 'HH:mm'
const most = 50
const valueOf = (text: string): Dayjs | null => (text === '' ? null : dayjs(`2000-01-01T${text}`))
const presets = [
  ['everyDay', everyDay],
  ['workdays', workdays],
  ['weekend', weekend],
] as const

/** Weekdays and times, a row each; none for always. While it is being typed no weekday may be chosen, a time may be empty. */
export const PeriodsInput = ({ value, field, onChange }: EditorProps) => {
  const rows = Array.isArray(value) ? (value as readonly SchedulePeriod[]) : []
  const t = useTexts(periodTexts)
  const { language } = useLanguage()
  const set = (at: number, row: SchedulePeriod): void => onChange(rows.with(at, row))
  const time = (at: number, row: SchedulePeriod, name: 'from' | 'to') => (
    <TimePicker
      value={valueOf(row[name])}
      format={clock}
      minuteStep={5}
      needConfirm={false}
      showNow={false}
      allowClear={false}
      suffixIcon={null}
      status={row[name] === '' ? 'error' : ''}
      className={styles['clock'] ?? ''}
      aria-label={t(name)}
      placeholder={t(name)}
      onChange={(value) => set(at, { ...row, [name]: value ? value.format(clock) : '' })}
    />
  )
  return (
    <Stack gap={8} align="flex-start">
      {rows.length === 0 && <p className="note">{t('alwaysHint')}</p>}
      {rows.map((row, at) => {
        const end = endOf(row)
        return (
          <div key={at} className={styles['period']} role="group" aria-label={`${field.label[language]} ${at + 1}`}>
            <div className={styles['periodTimes']}>
              {time(at, row, 'from')}
              <span aria-hidden="true">–</span>
              {time(at, row, 'to')}
              {end !== 'sameDay' && <span className={styles['nextDay']}>{t(end)}</span>}
              <IconButton label={t('removePeriod', { n: at + 1 })} onClick={() => onChange(rows.toSpliced(at, 1))}>
                <Icon name="trash" size={16} />
              </IconButton>
            </div>
            <div className={styles['days']} data-invalid={row.days.length === 0}>
              {everyDay.map((day) => (
                <button
                  key={day}
                  type="button"
                  className={styles['day']}
                  aria-label={longDayName(day, language)}
                  aria-pressed={row.days.includes(day)}
                  onClick={() => set(at, withDay(row, day))}
                >
                  {dayName(day, language)}
                </button>
              ))}
            </div>
            <Row gap={8} align="normal">
              {presets.map(([name, days]) => (
                <TextButton key={name} onClick={() => set(at, { ...row, days: [...days] })}>
                  {t(name)}
                </TextButton>
              ))}
            </Row>
          </div>
        )
      })}
      {rows.length < most && (
        <Button size="small" icon={<Icon name="plus" size={16} />} onClick={() => onChange([...rows, newRow(rows)])}>
          {t('addPeriod')}
        </Button>
      )}
    </Stack>
  )
}
