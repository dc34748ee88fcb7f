import { reasonFor, sentenceOf } from '@vigil/contract/kernel/problem.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import { Input } from 'antd'
import { useEffect, useRef, useState, type FocusEvent } from 'react'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/texts.ts'
import { pastedPoint } from '../map/draw/coordinates.ts'
import { BrowseButton } from './browse-button.tsx'
import { ariaOf, useDisabled, type FieldProps } from './field.ts'
import fieldStyles from './field.module.css'
import { MapPointDialog } from './map-point-dialog.tsx'
import { placeOf, roundedPlace, samePlace, typedOf, typedProblem, type Place } from './place.ts'
import styles from './place-picker.module.css'
import { pickTexts } from './texts.ts'

const { longitude, latitude } = pickTexts.table
/** As the server says it of the same place. */
const aloneText = (missing: 'lng' | 'lat'): Text => {
  const [label, other] = missing === 'lng' ? [longitude, latitude] : [latitude, longitude]
  return sentenceOf(label, reasonFor({ kind: 'half', other }))
}

interface PlacePickerProps extends FieldProps<Place | null> {
  /** What stands in the two fields is no place, because of this one; null for neither. Saving now would lose it. */
  readonly onUnfinished?: ((half: 'lng' | 'lat' | null) => void) | undefined
}

/**
 * A place as longitude and latitude, typed (both at once by pasting `118.36, 31.17`) or set on the map that the button opens.
 * Null while the two fields are not a place; what is wrong with them is said below.
 */
export const PlacePicker = ({ id, value = null, onChange, onUnfinished, disabled, ...rest }: PlacePickerProps) => {
  const t = useTexts(pickTexts)
  const { language } = useLanguage()
  const off = useDisabled(disabled)
  const [typed, setTyped] = useState(() => typedOf(value))
  const [seen, setSeen] = useState(value)
  if (!samePlace(seen, value)) {
    setSeen(value)
    // One's own half typed numbers mean no place: they stay until there is another.
    if (!samePlace(placeOf(typed), value)) setTyped(typedOf(value))
  }
  const [focused, setFocused] = useState(false)
  const group = useRef<HTMLDivElement>(null)
  const [onMap, setOnMap] = useState(false)
  const present = typedProblem(typed)
  const problem = focused ? null : present
  const half = present?.field ?? null
  const tell = useRef(onUnfinished)
  useEffect(() => {
    tell.current = onUnfinished
  })
  useEffect(() => tell.current?.(half), [half])

  const type = (next: typeof typed): void => {
    setTyped(next)
    const place = placeOf(next)
    if (!samePlace(place, placeOf(typed)) || (place === null && value !== null)) onChange?.(place)
  }
  const left = ({ relatedTarget }: FocusEvent): void => {
    if (group.current?.contains(relatedTarget)) return
    setFocused(false)
    const place = placeOf(typed)
    if (place) setTyped(typedOf(place))
  }
  const field = (name: 'lng' | 'lat', fieldId: string | undefined) => (
    <Input
      {...ariaOf(rest)}
      id={fieldId}
      className={styles['number'] ?? ''}
      inputMode="decimal"
      autoComplete="off"
      value={typed[name]}
      prefix={<span className="quiet">{t(name)}</span>}
      aria-label={t(name === 'lng' ? 'longitude' : 'latitude')}
      title={off ? undefined : t('pasteHint')}
      disabled={off}
      {...(problem?.field === name ? { status: 'error' as const } : {})}
      onFocus={() => setFocused(true)}
      onBlur={left}
      onChange={({ target }) => type({ ...typed, [name]: target.value })}
      onPaste={(event) => {
        const point = pastedPoint(event.clipboardData.getData('text'))
        if (!point) return
        event.preventDefault()
        type(typedOf(roundedPlace(point)))
      }}
    />
  )
  return (
    <>
      <div ref={group} role="group" aria-label={rest['aria-label'] ?? t('place')} className={styles['place']}>
        <span className={`${fieldStyles['field']} ${styles['fields']}`}>
          {field('lng', id)}
          {field('lat', undefined)}
          <BrowseButton disabled={off} icon="pin" text={t('browsePlace')} onClick={() => setOnMap(true)} />
        </span>
        {problem && (
          <div className={styles['problem']} role="alert">
            {problem.kind === 'alone' ? aloneText(problem.field)[language] : t(problem.field === 'lng' ? 'lngRange' : 'latRange')}
          </div>
        )}
      </div>
      <MapPointDialog
        open={onMap}
        onClose={() => setOnMap(false)}
        place={placeOf(typed)}
        onChoose={(place) => onChange?.(place)}
      />
    </>
  )
}
