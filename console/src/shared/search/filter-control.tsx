import { DatePicker, Input, Select } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { FieldEditor } from '../form/field-editor.tsx'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/texts.ts'
import { kindOf } from '../spec/field-kinds.tsx'
import type { DrawnFilter } from '../spec/filters.ts'
import { listTexts } from '../spec/texts.ts'
import { toSiteTime } from '../time/site-time.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './search.module.css'
import { ranges, timesOf, type DayRange } from './time-ranges.ts'

interface TypedInputProps {
  readonly id?: string
  /** As it was applied last. */
  readonly value: string
  readonly placeholder?: string
  /** Which end of a range it is. */
  readonly hint?: 'least' | 'most'
  /** It bears the sign of what is looked for. */
  readonly search?: boolean
  /** With every character, except while an input method is composing. */
  readonly onTyped: (text: string) => void
}

/** A text field that holds what is being typed by itself: the list is not drawn anew with every character. */
export const TypedInput = ({ id, value, placeholder, hint, search = false, onTyped }: TypedInputProps) => {
  const t = useTexts(listTexts)
  const [typed, setTyped] = useState({ applied: value, text: value })
  if (typed.applied !== value) setTyped({ applied: value, text: typed.text.trim() === value ? typed.text : value })
  return (
    <Input
      {...(id === undefined ? {} : { id })}
      {...(hint === undefined ? {} : { placeholder: t(hint), 'aria-label': t(hint) })}
      value={typed.text}
      allowClear={hint === undefined}
      {...(search ? { prefix: <Icon name="search" size={16} className="quiet" /> } : {})}
      autoComplete="off"
      {...(placeholder === undefined ? {} : { placeholder, title: placeholder })}
      onChange={({ target, nativeEvent }) => {
        setTyped({ applied: value, text: target.value })
        if (!(nativeEvent instanceof InputEvent && nativeEvent.isComposing)) onTyped(target.value)
      }}
      onCompositionEnd={({ currentTarget }) => onTyped(currentTarget.value)}
    />
  )
}

interface FilterControlProps {
  readonly id: string
  readonly filter: DrawnFilter
  readonly values: Readonly<Record<string, string>>
  readonly onChange: (values: Readonly<Record<string, string | null>>) => void
  readonly onTyped: (name: string, text: string) => void
}

/** The control of a filter; by the kind of its field where it is one. */
export const FilterControl = ({ id, filter, values, onChange, onTyped }: FilterControlProps) => {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const value = values[filter.name] ?? null
  switch (filter.kind) {
    case 'range':
      return filter.of === 'time' ? (
        <RangeControl id={id} filter={filter} values={values} onChange={onChange} />
      ) : (
        <span className={styles['pair']}>
          <TypedInput id={id} value={values[filter.from] ?? ''} hint="least" onTyped={(text) => onTyped(filter.from, text)} />
          <i aria-hidden="true">～</i>
          <TypedInput value={values[filter.to] ?? ''} hint="most" onTyped={(text) => onTyped(filter.to, text)} />
        </span>
      )
    case 'options':
      return (
        <Choice id={id} options={filter.options(language)} value={value} onChange={(next) => onChange({ [filter.name]: next })} />
      )
    case 'own': {
      const Control = filter.control
      return <Control id={id} value={value} onChange={(next) => onChange({ [filter.name]: next })} />
    }
    case 'field': {
      const { field, name } = filter
      const { as } = field
      if (as.kind === 'choice' || as.kind === 'choices' || as.kind === 'flag' || as.kind === 'switch') {
        const options = as.of.options(language).map((option) => ({ value: String(option.value), label: option.label }))
        const both =
          (as.kind === 'flag' || as.kind === 'switch') && as.of.otherwise
            ? [...options, { value: '0', label: as.of.otherwise[language] }]
            : options
        return <Choice id={id} options={both} value={value} onChange={(next) => onChange({ [name]: next })} />
      }
      if (as.kind === 'text' || as.kind === 'number')
        return <TypedInput id={id} value={value ?? ''} onTyped={(text) => onTyped(name, text)} />
      const { fromAddress } = kindOf(field)
      return (
        <FieldEditor
          id={id}
          name={name}
          field={field}
          value={value === null ? null : (fromAddress(value, field) ?? null)}
          draft={{ [name]: value }}
          invalid={false}
          placeholder={t('all')}
          aria-describedby={undefined}
          onChange={(next) => onChange({ [name]: textOf(next) })}
        />
      )
    }
  }
}

/** A chosen value as the address has it. */
const textOf = (value: unknown): string | null =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : null

interface ChoiceProps {
  readonly id: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}

const everything = ''

const Choice = ({ id, options, value, onChange }: ChoiceProps) => {
  const t = useTexts(listTexts)
  return (
    <Select
      id={id}
      value={value ?? everything}
      options={[{ value: everything, label: t('all') }, ...options]}
      className={styles['control'] ?? ''}
      labelRender={({ value: chosen, label }) => (chosen === everything ? <span className="quiet">{label}</span> : label)}
      onChange={(next) => onChange(next === everything ? null : next)}
    />
  )
}

interface RangeControlProps {
  readonly id: string
  readonly filter: Extract<DrawnFilter, { readonly kind: 'range' }>
  readonly values: Readonly<Record<string, string>>
  readonly onChange: (values: Readonly<Record<string, string | null>>) => void
}

/** As of the moment of the click: a list may be open for days. */
const daysOf = (range: (today: string) => DayRange): [dayjs.Dayjs, dayjs.Dayjs] => {
  const { from, to } = range(toSiteTime(Date.now()).slice(0, 10))
  return [dayjs(from), dayjs(to)]
}

const RangeControl = ({ id, filter, values, onChange }: RangeControlProps) => {
  const t = useTexts(listTexts)
  const [from, to] = [values[filter.from], values[filter.to]]
  return (
    <DatePicker.RangePicker
      id={{ start: id }}
      value={[from ? dayjs(from) : null, to ? dayjs(to) : null]}
      className={styles['control'] ?? ''}
      allowEmpty={[true, true]}
      placeholder={[t('from'), t('to')]}
      presets={(['today', 'thisWeek', 'thisMonth'] as const).map((name) => ({
        label: t(name),
        value: () => daysOf(ranges[name]),
      }))}
      onChange={(chosen) => {
        const [first, last] = chosen ?? [null, null]
        onChange({
          [filter.from]: first ? timesOf({ from: first.format('YYYY-MM-DD'), to: '' }).from : null,
          [filter.to]: last ? timesOf({ from: '', to: last.format('YYYY-MM-DD') }).to : null,
        })
      }}
    />
  )
}
