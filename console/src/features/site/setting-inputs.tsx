import { Button, TimePicker } from 'antd'
import dayjs from 'dayjs'
import { NumberInput } from '../../shared/form/plain-inputs.tsx'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts, type Text } from '../../shared/i18n/texts.ts'
import { PlacePicker } from '../../shared/pick/place-picker.tsx'
import type { Place } from '../../shared/pick/place.ts'
import { presetOf } from '../../shared/spec/limits.ts'
import type { EditorProps, FormBlockProps } from '../../shared/spec/definitions.ts'
import styles from './site-screen.module.css'
import { siteTexts } from './site-texts.ts'

interface BackProps {
  readonly value: unknown
  readonly preset: string | number
  readonly unit?: Text | undefined
  readonly onBack: () => void
}

const BackToDefault = ({ value, preset, unit, onBack }: BackProps) => {
  const t = useTexts(siteTexts)
  const { language } = useLanguage()
  if (value === preset) return null
  return (
    <Button type="link" size="small" className={styles['back'] ?? ''} onClick={onBack}>
      {t('toDefault', { value: unit === undefined ? preset : `${preset} ${unit[language]}` })}
    </Button>
  )
}

/** A number with its way back to what the contract presets. */
export const SettingInput = (props: EditorProps) => {
  const { field, value, onChange } = props
  const preset = presetOf(field)
  return (
    <>
      <NumberInput {...props} />
      {typeof preset === 'number' && (
        <BackToDefault
          value={value}
          preset={preset}
          unit={field.as.kind === 'number' ? field.as.unit : undefined}
          onBack={() => onChange(preset)}
        />
      )}
    </>
  )
}

const timeFormat = 'HH:mm'
const someDay = '2000-01-01'

/** A time of day. */
export const HourInput = ({ id, field, value, onChange, invalid, 'aria-describedby': described }: EditorProps) => {
  const t = useTexts(siteTexts)
  const preset = 'preset' in field && typeof field.preset === 'string' ? field.preset : undefined
  return (
    <>
      <TimePicker
        id={id}
        className={styles['wide'] ?? ''}
        format={timeFormat}
        minuteStep={5}
        needConfirm={false}
        allowClear={false}
        value={typeof value === 'string' && value !== '' ? dayjs(`${someDay} ${value}`) : null}
        {...(invalid ? { status: 'error' as const } : {})}
        aria-describedby={described}
        onChange={(time) => onChange(time ? time.format(timeFormat) : '')}
      />
      {preset !== undefined && (
        <>
          <span className={styles['hint']}>{t('presetTime', { value: preset })}</span>
          <BackToDefault value={value} preset={preset} onBack={() => onChange(preset)} />
        </>
      )}
    </>
  )
}

/** A place of the site under the names of its two halves. */
const placeSetting = (lngName: string, latName: string, label: 'center' | 'defaultPoint', hint: 'centerHint' | 'defaultHint') => {
  const PlaceSetting = ({ draft, set, readOnly }: FormBlockProps) => {
    const t = useTexts(siteTexts)
    const [lng, lat] = [draft[lngName], draft[latName]]
    const place: Place | null = typeof lng === 'number' && typeof lat === 'number' ? { lng, lat } : null
    return (
      <div className={styles['place']}>
        <span className={styles['label']}>{t(label)}</span>
        <PlacePicker
          value={place}
          disabled={readOnly}
          aria-label={t(label)}
          onChange={(next) => {
            set(lngName, next?.lng ?? null)
            set(latName, next?.lat ?? null)
          }}
        />
        <span className={styles['hint']}>{t(hint)}</span>
      </div>
    )
  }
  return PlaceSetting
}
export const CenterSetting = placeSetting('centerLng', 'centerLat', 'center', 'centerHint')
export const DefaultPointSetting = placeSetting('defaultLng', 'defaultLat', 'defaultPoint', 'defaultHint')
