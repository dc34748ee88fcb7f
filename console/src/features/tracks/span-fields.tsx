import { Button, DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useTexts } from '../../shared/i18n/texts.ts'
import { serverNow } from '../../shared/live/live.ts'
import { Row } from '../../shared/ui/layout.tsx'
import type { Span } from './address.ts'
import { presets, type Preset } from './spans.ts'
import { trackTexts } from './texts.ts'
import styles from './tracks.module.css'

/** A span while it is chosen: either end may be missing yet. */
export type Ends = { readonly [End in keyof Span]: string | null }

/** The span that two ends make; null while they make none. */
export const spanOf = ({ from, to }: Ends): Span | null => (from !== null && to !== null && from < to ? { from, to } : null)

interface SpanFieldsProps {
  readonly value: Ends
  readonly onChange: (value: Ends) => void
}

/** Of which time. */
export const SpanFields = ({ value, onChange }: SpanFieldsProps) => {
  const t = useTexts(trackTexts)
  return (
    <>
      <Row gap={8}>
        {(['from', 'to'] as const).map((end) => (
          <EndField key={end} end={end} value={value[end]} onChange={(next) => onChange({ ...value, [end]: next })} />
        ))}
      </Row>
      <div className={styles['presets']}>
        {(Object.keys(presets) as Preset[]).map((name) => (
          <Button key={name} size="small" onClick={() => onChange(presets[name](serverNow()))}>
            {t(name)}
          </Button>
        ))}
      </div>
    </>
  )
}

interface EndFieldProps {
  readonly end: keyof Span
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}

const written = 'YYYY-MM-DD HH:mm:ss'

const EndField = ({ end, value, onChange }: EndFieldProps) => {
  const t = useTexts(trackTexts)
  return (
    <DatePicker
      className="grow"
      aria-label={t(end)}
      placeholder={t(end)}
      showTime
      needConfirm={false}
      allowClear={false}
      format={{ format: 'MM-DD HH:mm' }}
      suffixIcon={null}
      title={value ?? undefined}
      value={value === null ? null : dayjs(value)}
      onChange={(chosen: dayjs.Dayjs | null) => onChange(chosen?.format(written) ?? null)}
    />
  )
}
