import type { FieldKind } from '@vigil/contract/kernel/field.ts'
import { DatePicker, Input, InputNumber, Select, Switch } from 'antd'
import dayjs from 'dayjs'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/texts.ts'
import { longest, mayBeEmpty } from '../spec/limits.ts'
import type { EditorProps } from '../spec/definitions.ts'
import { listTexts } from '../spec/texts.ts'
import styles from './inputs.module.css'

type As<Kind extends FieldKind['kind']> = Extract<FieldKind, { readonly kind: Kind }>

const statusOf = (invalid: boolean): { readonly status: 'error' } | Record<string, never> => (invalid ? { status: 'error' } : {})
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')
/** How many characters before the limit they begin to be counted. */
const countedBefore = (most: number): number => Math.min(20, Math.floor(most / 5))

export const TextInput = ({ id, value, onChange, field, invalid, placeholder, 'aria-describedby': described }: EditorProps) => {
  const text = textIn(value)
  const most = longest(field.sent)
  const counted = most !== null && text.length > most - countedBefore(most) ? { count: { show: true, max: most } } : {}
  const asked = placeholder === undefined ? {} : { placeholder }
  const common = {
    id,
    value: text,
    ...asked,
    'aria-describedby': described,
    'aria-invalid': invalid,
    ...statusOf(invalid),
    ...counted,
  }
  return field.as.kind === 'text' && field.as.long ? (
    <Input.TextArea {...common} autoSize={{ minRows: 2, maxRows: 8 }} onChange={({ target }) => onChange(target.value)} />
  ) : (
    <Input {...common} autoComplete="off" onChange={({ target }) => onChange(target.value)} />
  )
}

export const NumberInput = ({ id, value, onChange, field, invalid, 'aria-describedby': described }: EditorProps) => {
  const { unit, digits = 0 } = field.as as As<'number'>
  const { language } = useLanguage()
  return (
    <InputNumber
      id={id}
      value={typeof value === 'number' ? value : null}
      step={10 ** -digits}
      changeOnBlur={false}
      className={styles['wide'] ?? ''}
      aria-describedby={described}
      aria-invalid={invalid}
      {...statusOf(invalid)}
      {...(unit === undefined ? {} : { suffix: unit[language] })}
      onChange={(next) => onChange(next)}
    />
  )
}

export const ChoiceInput = ({ id, value, onChange, field, invalid, 'aria-describedby': described }: EditorProps) => {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const { of } = field.as as As<'choice'>
  return (
    <Select<string | number>
      id={id}
      {...(value === '' || value === null || value === undefined ? {} : { value: value as string | number })}
      options={of.options(language)}
      allowClear={mayBeEmpty(field)}
      placeholder={t('choose')}
      className={styles['wide'] ?? ''}
      aria-describedby={described}
      {...statusOf(invalid)}
      onChange={(next: string | number | undefined) => onChange(next ?? '')}
    />
  )
}

export const ChoicesInput = ({ id, value, onChange, field, invalid, 'aria-describedby': described }: EditorProps) => {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const { of } = field.as as As<'choices'>
  return (
    <Select<(string | number)[]>
      id={id}
      mode="multiple"
      value={Array.isArray(value) ? (value as (string | number)[]) : []}
      options={of.options(language)}
      allowClear
      placeholder={t('choose')}
      className={styles['wide'] ?? ''}
      aria-describedby={described}
      {...statusOf(invalid)}
      onChange={(next) => onChange(next)}
    />
  )
}

export const FlagInput = ({ id, value, onChange, field, 'aria-describedby': described }: EditorProps) => {
  const { language } = useLanguage()
  const { kind, of } = field.as as As<'flag' | 'switch'>
  const on = value === 1 || value === true
  return (
    <span className={styles['flag']}>
      <Switch
        id={id}
        checked={on}
        aria-describedby={described}
        onChange={(next) => onChange(kind === 'switch' ? next : next ? 1 : 0)}
      />
      <label htmlFor={id}>{of.name(on ? 1 : 0, language)}</label>
    </span>
  )
}

export const DayInput = ({ id, value, onChange, invalid, 'aria-describedby': described }: EditorProps) => {
  const text = textIn(value)
  return (
    <DatePicker
      id={id}
      value={text === '' ? null : dayjs(text)}
      className={styles['wide'] ?? ''}
      aria-describedby={described}
      {...statusOf(invalid)}
      onChange={(day) => onChange(day ? day.format('YYYY-MM-DD') : '')}
    />
  )
}
