import { Button, TimePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { DrawIcon } from '../../shared/map/draw/icons.tsx'
import { Icon } from '../../shared/ui/icon.tsx'
import { IconButton, TextButton } from '../../shared/ui/bare-buttons.tsx'
import styles from './hazards.module.css'
import { dayName, endOf, everyDay, longDayName, newRow, weekend, withDay, workdays, type ScheduleRow } from './schedule.ts'
import { hazardTexts } from './texts.ts'

const clock = 'HH:mm'
const most = 50
const valueOf = (text: string): Dayjs | null => (text === '' ? null : dayjs(`2000-01-01T${text}`))
const presets = [
  ['everyDay', everyDay],
  ['workdays', workdays],
  ['weekend', weekend],
] as const

interface ScheduleEditorProps {
  readonly rows: readonly ScheduleRow[]
  readonly disabled: boolean
  readonly onChange: (rows: readonly ScheduleRow[]) => void
}

/** When a fence holds: rows of weekdays and times, none for always. */
export const ScheduleEditor = ({ rows, disabled, onChange }: ScheduleEditorProps) => {
  const t = useTexts(hazardTexts)
  const { language } = useLanguage()
  const set = (at: number, row: ScheduleRow): void => onChange(rows.with(at, row))
  const time = (at: number, row: ScheduleRow, name: 'from' | 'to') => (
    <TimePicker
      value={valueOf(row[name])}
      format={clock}
      minuteStep={5}
      needConfirm={false}
      showNow={false}
      allowClear={false}
      suffixIcon={null}
      disabled={disabled}
      status={row[name] === '' ? 'error' : ''}
      className={styles['clock'] ?? ''}
      aria-label={t(name)}
      placeholder={t(name)}
      onChange={(value) => set(at, { ...row, [name]: value ? value.format(clock) : '' })}
    />
  )
  return (
    <div className={styles['schedule']}>
      {rows.length === 0 && <p className={styles['quiet']}>{t('alwaysHint')}</p>}
      {rows.map((row, at) => {
        const end = endOf(row)
        return (
          <div key={at} className={styles['period']} role="group" aria-label={`${t('schedule')} ${at + 1}`}>
            <div className={styles['periodTimes']}>
              {time(at, row, 'from')}
              <span aria-hidden="true">–</span>
              {time(at, row, 'to')}
              {end !== 'sameDay' && <span className={styles['nextDay']}>{t(end)}</span>}
              {!disabled && (
                <IconButton label={t('removePeriod', { n: at + 1 })} onClick={() => onChange(rows.toSpliced(at, 1))}>
                  <DrawIcon name="trash" size={16} />
                </IconButton>
              )}
            </div>
            <div className={styles['days']} data-invalid={row.days.length === 0}>
              {everyDay.map((day) => (
                <button
                  key={day}
                  type="button"
                  className={styles['day']}
                  aria-label={longDayName(day, language)}
                  aria-pressed={row.days.includes(day)}
                  disabled={disabled}
                  onClick={() => set(at, withDay(row, day))}
                >
                  {dayName(day, language)}
                </button>
              ))}
            </div>
            {!disabled && (
              <div className={styles['presets']}>
                {presets.map(([name, days]) => (
                  <TextButton key={name} onClick={() => set(at, { ...row, days: [...days] })}>
                    {t(name)}
                  </TextButton>
                ))}
              </div>
            )}
          </div>
        )
      })}
      {!disabled && rows.length < most && (
        <Button size="small" icon={<Icon name="plus" size={16} />} onClick={() => onChange([...rows, newRow(rows)])}>
          {t('addPeriod')}
        </Button>
      )}
    </div>
  )
}
