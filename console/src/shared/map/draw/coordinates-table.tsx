import type { Point } from '@vigil/contract/hazards/entities.ts'
import { useEffect, useState, type ClipboardEvent } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { IconButton, TextButton } from '../../ui/bare-buttons.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './coordinates-table.module.css'
import { coordinateOf, pastedPoint, pointAfter } from './coordinates.ts'
import { pointRange, precision, roundedPoint, type ShapeKind } from './shape.ts'
import { drawTexts } from './texts.ts'

interface CoordinatesTableProps {
  readonly kind: ShapeKind
  readonly points: readonly Point[]
  /** Where the first point goes. */
  readonly home: () => Point
  readonly disabled: boolean
  readonly invalid: boolean
  /** Steps of the same tag in a row are one. */
  readonly onChange: (points: readonly Point[], tag: string | null) => void
  /** The point that is being looked at. */
  readonly onMark: (at: number | null) => void
}

/** The points of a shape as numbers: all that the mouse does works here too. */
export const CoordinatesTable = ({ kind, points, home, disabled, invalid, onChange, onMark }: CoordinatesTableProps) => {
  const t = useTexts(drawTexts)
  const { least, most } = pointRange(kind)
  const set = (at: number, point: Point): void => onChange(points.with(at, roundedPoint(point)), `point ${at}`)
  const insert = (at: number): void => onChange(points.toSpliced(at, 0, pointAfter(points, at - 1, home(), kind)), null)
  return (
    <div className={styles['coordinates']} onMouseLeave={() => onMark(null)} onBlur={() => onMark(null)}>
      {points.length === 0 && <p className="note">{t('noPoints')}</p>}
      {points.length > 0 && (
        <table className={styles['points']} data-invalid={invalid}>
          <thead>
            <tr>
              <th scope="col">#</th>
              <th scope="col">{t('longitude')}</th>
              <th scope="col">{t('latitude')}</th>
              <th aria-label={t('points')} />
            </tr>
          </thead>
          <tbody>
            {points.map(([lng, lat], at) => (
              <tr key={at} onMouseEnter={() => onMark(at)} onFocus={() => onMark(at)}>
                <td>{at + 1}</td>
                <td>
                  <Coordinate
                    value={lng}
                    limit={180}
                    label={`${t('longitude')} ${at + 1}`}
                    disabled={disabled}
                    onChange={(value) => set(at, [value, lat])}
                    onPoint={(point) => set(at, point)}
                  />
                </td>
                <td>
                  <Coordinate
                    value={lat}
                    limit={90}
                    label={`${t('latitude')} ${at + 1}`}
                    disabled={disabled}
                    onChange={(value) => set(at, [lng, value])}
                    onPoint={(point) => set(at, point)}
                  />
                </td>
                <td className={styles['rowActions']}>
                  {!disabled && points.length < most && (
                    <IconButton small label={t('insertAfter', { n: at + 1 })} onClick={() => insert(at + 1)}>
                      <Icon name="plus" size={16} />
                    </IconButton>
                  )}
                  {!disabled && points.length > least && (
                    <IconButton
                      small
                      danger
                      label={t('removePoint', { n: at + 1 })}
                      onClick={() => onChange(points.toSpliced(at, 1), null)}
                    >
                      <Icon name="trash" size={16} />
                    </IconButton>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {!disabled && points.length < Math.max(least, kind === 'circle' ? 1 : least) && (
        <TextButton onClick={() => insert(points.length)}>
          <Icon name="plus" size={16} />
          {t('addPoint')}
        </TextButton>
      )}
    </div>
  )
}

interface CoordinateProps {
  readonly value: number
  readonly limit: number
  readonly label: string
  readonly disabled: boolean
  readonly onChange: (value: number) => void
  /** Both numbers were pasted at once. */
  readonly onPoint: (point: Point) => void
}

/** A number of degrees. What is being typed stays until it makes sense. */
const Coordinate = ({ value, limit, label, disabled, onChange, onPoint }: CoordinateProps) => {
  const t = useTexts(drawTexts)
  const written = value.toFixed(precision)
  const [text, setText] = useState(written)
  useEffect(() => setText((old) => (coordinateOf(old, limit) === value ? old : written)), [value, written, limit])
  const typed = (next: string): void => {
    setText(next)
    const number = coordinateOf(next, limit)
    if (number !== null && number !== value) onChange(number)
  }
  const pasted = (event: ClipboardEvent): void => {
    const point = pastedPoint(event.clipboardData.getData('text'))
    if (!point) return
    event.preventDefault()
    onPoint(point)
  }
  return (
    <input
      className={styles['coordinate']}
      inputMode="decimal"
      aria-label={label}
      aria-invalid={coordinateOf(text, limit) === null}
      title={disabled ? undefined : t('pasteHint')}
      value={text}
      disabled={disabled}
      onChange={({ target }) => typed(target.value)}
      onPaste={pasted}
      onBlur={() => setText(written)}
    />
  )
}
