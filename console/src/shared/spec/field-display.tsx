import { thumbnailUrl } from '@vigil/contract/files/entities.ts'
import { fenceShape } from '@vigil/contract/hazards/entities.ts'
import type { Field, FieldKind } from '@vigil/contract/kernel/field.ts'
import { nameFieldOf } from '@vigil/contract/kernel/noun.ts'
import { periodText, type SchedulePeriod } from '@vigil/contract/kernel/period.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { middleOf } from '../map/draw/shape.ts'
import { sizeTexts } from '../map/draw/sizes.ts'
import { formatAge, formatMoment } from '../time/format.ts'
import { fromSiteTime } from '../time/site-clock.ts'
import { useToday } from '../time/today.ts'
import styles from './field.module.css'
import { otherHalf } from './halves.ts'
import { periodTexts } from './period-texts.ts'
import type { Draft } from './record.ts'
import { shapeIn } from './shape-parts.ts'
import { listTexts, type ListTranslate } from './texts.ts'

/** What showing a field takes besides its value. */
export interface Shown {
  /** Of the field in the record. */
  readonly name: string
  readonly field: Field
  /** The record, or what a form holds. */
  readonly record: Draft
  readonly t: ListTranslate
  readonly language: Language
  /** It is what the record is called by. */
  readonly about?: boolean
}

type As<Kind extends FieldKind['kind']> = Extract<FieldKind, { readonly kind: Kind }>

const nothing = listTexts.table.none.zh

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === ''

/** Below this a number without a unit may be a port or an address: it is written as it is read aloud. */
const groupedFrom = 100_000

const numberIn = (value: number, digits: number, measured: boolean): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: digits, useGrouping: measured || Math.abs(value) >= groupedFrom })

export const textText = (value: unknown): string =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : nothing

export const numberText = (value: unknown, { field, language }: Shown): string => {
  if (typeof value !== 'number') return nothing
  const { digits = 0, unit } = field.as as As<'number'>
  return unit === undefined ? numberIn(value, digits, false) : `${numberIn(value, digits, true)} ${unit[language]}`
}

export const choiceText = (value: unknown, { field, language }: Shown): string =>
  isNothing(value) ? nothing : (field.as as As<'choice'>).of.name(value as string | number, language)

/** 1 or true yes, anything else no. */
export const isOn = (value: unknown): boolean => value === 1 || value === true

export const flagText = (value: unknown, { field, language }: Shown): string =>
  isNothing(value) ? nothing : (field.as as As<'flag' | 'switch'>).of.name(isOn(value) ? 1 : 0, language)

export const choicesText = (value: unknown, { field, language }: Shown): string => {
  const list = Array.isArray(value) ? (value as (string | number)[]) : []
  if (list.length === 0) return nothing
  const { of } = field.as as As<'choices'>
  return list.map((code) => of.name(code, language)).join(language === 'zh' ? '、' : ', ')
}

/** The name that comes with a reference; without one its identifier says at least that there is something. */
export const refText = (value: unknown, { name, record }: Shown): string => {
  const shownName = record[nameFieldOf(name)]
  if (typeof shownName === 'string' && shownName !== '') return shownName
  return isNothing(value) || nameFieldOf(name) === name ? nothing : `#${String(value)}`
}

export const refsText = (value: unknown, { name, record, language }: Shown): string => {
  const shownNames = record[nameFieldOf(name)]
  const names = Array.isArray(shownNames) ? (shownNames as string[]) : Array.isArray(value) ? value.map((id) => `#${id}`) : []
  return names.length === 0 ? nothing : names.join(language === 'zh' ? '、' : ', ')
}

export const placeText = (_value: unknown, { name, record }: Shown): string => {
  const half = name in record ? name : 'lng'
  const lngName = /lat$/i.test(half) ? otherHalf(half) : half
  const [lng, lat] = [record[lngName], record[otherHalf(lngName)]]
  return typeof lng === 'number' && typeof lat === 'number' ? `${lng.toFixed(6)}, ${lat.toFixed(6)}` : nothing
}

export const ringText = (value: unknown, { t }: Shown): string =>
  Array.isArray(value) && value.length > 0 ? t('points', { n: value.length }) : nothing

/** What is drawn, in words: two of the same size are told apart by where they lie. */
export const shapeText = (value: unknown, { record, t, language }: Shown): string => {
  const shape = shapeIn(value, record)
  if (shape === null) return nothing
  const middle = middleOf(shape.points)
  return [
    fenceShape.name(shape.shape, language),
    t('points', { n: shape.points.length }),
    ...sizeTexts(shape, language),
    ...(middle ? [t('middleAt', { lng: middle[0].toFixed(6), lat: middle[1].toFixed(6) })] : []),
  ].join(language === 'zh' ? '，' : ', ')
}

export const periodsText = (value: unknown, { language }: Shown): string =>
  Array.isArray(value) && value.length > 0
    ? (value as readonly SchedulePeriod[]).map((period) => periodText(period, language)).join(language === 'zh' ? '、' : ', ')
    : periodTexts.table.always[language]

/** One line; what does not fit is told on hover. */
export const TextCell = ({ text }: { readonly text: string }): ReactNode => (
  <span className={text === nothing ? 'quiet' : undefined} title={text === nothing ? undefined : text}>
    {text}
  </span>
)

interface TimeCellProps {
  readonly value: unknown
  readonly language: Language
  /** The record is about this moment. */
  readonly whole?: boolean
}

/** A time of the site, as far as its day does not say it; the whole of it and its age on hover, as of that moment. */
export const TimeCell = ({ value, language, whole = false }: TimeCellProps): ReactNode => {
  const today = useToday()
  if (typeof value !== 'string' || value === '') return <TextCell text={nothing} />
  return (
    <Tooltip title={() => `${value} · ${formatAge(Date.now() - fromSiteTime(value), language)}`}>
      <time dateTime={value}>{formatMoment(value, today, language, whole)}</time>
    </Tooltip>
  )
}

/** A dot and a word: full for yes, hollow for no. */
export const FlagCell = ({ value, text }: { readonly value: unknown; readonly text: string }): ReactNode => (
  <span className={isOn(value) ? styles['on'] : styles['off']}>
    <i className={styles['dot']} aria-hidden="true" />
    {text}
  </span>
)

/** `/api/files/…` is read with the session's cookie. */
export const pictureUrl = (file: string): string => `/api/files/${file}`

export const PictureCell = ({ value, label }: { readonly value: unknown; readonly label: string }): ReactNode =>
  typeof value === 'string' && value !== '' ? (
    <img className={styles['thumb']} src={thumbnailUrl(value)} alt={label} loading="lazy" />
  ) : (
    <TextCell text={nothing} />
  )
