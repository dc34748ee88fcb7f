import { deviceType } from '@vigil/contract/devices/entities.ts'
import { numberLimits } from '@vigil/contract/kernel/limits.ts'
import { alarmLevel, fenceShape } from '@vigil/contract/hazards/entities.ts'
import { Alert, Checkbox, ColorPicker, InputNumber, Segmented } from 'antd'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { CoordinatesTable } from '../../shared/map/draw/coordinates-table.tsx'
import { converted, type Shape } from '../../shared/map/draw/shape.ts'
import { sizeTexts } from '../../shared/map/draw/sizes.ts'
import { useCan } from '../../shared/session/session.ts'
import { shapeIn } from '../../shared/spec/shape-parts.ts'
import type { EditorProps, FormBlockProps } from '../../shared/spec/definitions.ts'
import { useThemeMode } from '../../shared/theme/mode.ts'
import { TextButton } from '../../shared/ui/bare-buttons.tsx'
import { Icon } from '../../shared/ui/icon.tsx'
import { InlineRow } from '../../shared/ui/layout.tsx'
import { LevelLabel } from '../../shared/ui/level-mark.tsx'
import { useDrawing } from './drawing.ts'
import styles from './hazards.module.css'
import { hazardTexts } from './texts.ts'

export const LevelInput = ({ id, value, onChange }: EditorProps) => (
  <Segmented
    id={id}
    value={alarmLevel.schema.safeParse(value).data ?? alarmLevel.code.two}
    block
    className={styles['levels'] ?? ''}
    options={alarmLevel.codes.map((level) => ({ value: level, label: <LevelLabel level={level} /> }))}
    onChange={(level) => onChange(level)}
  />
)

export const ColourInput = ({ value, onChange, field }: EditorProps) => {
  const t = useTexts(hazardTexts)
  const { language } = useLanguage()
  const { palette } = useThemeMode()
  const { levelColour } = useDrawing()
  const own = typeof value === 'string' && value !== '' ? value : null
  const { level1, level2, level3, primary, successDot, textTertiary } = palette
  return (
    <InlineRow as="span" gap={8}>
      <ColorPicker
        value={own ?? levelColour}
        disabledAlpha
        format="hex"
        disabledFormat
        presets={[{ label: field.label[language], colors: [level1, level2, level3, primary, successDot, textTertiary] }]}
        onChangeComplete={(colour) => onChange(colour.toHexString().slice(0, 7))}
      />
      {own === null ? (
        <span className="note">{t('levelColour')}</span>
      ) : (
        <TextButton onClick={() => onChange('')}>{t('resetColour')}</TextButton>
      )}
    </InlineRow>
  )
}

export const ShapeKindInput = ({ id }: EditorProps) => {
  const { language } = useLanguage()
  const { shape, tool, onTool, onShape } = useDrawing()
  const sizes = sizeTexts(shape, language)
  return (
    <>
      <Segmented
        id={id}
        value={tool ?? shape.shape}
        block
        options={fenceShape.options(language).map(({ value, label }) => ({
          value,
          label: (
            <InlineRow as="span" gap={6}>
              <Icon name={value} size={16} />
              {label}
            </InlineRow>
          ),
        }))}
        onChange={(next) => {
          if (shape.points.length === 0 || tool) onTool(next)
          else onShape(converted(shape, next), null)
        }}
      />
      {sizes.length > 0 && <p className="note">{sizes.join(language === 'zh' ? '，' : ', ')}</p>}
    </>
  )
}

/** Metres of a shape, one step with each number that is typed. */
const metresInput = (name: 'radius' | 'halfWidth') => {
  const MetresInput = ({ id, field, invalid, 'aria-describedby': described }: EditorProps) => {
    const t = useTexts(hazardTexts)
    const { shape, onShape } = useDrawing()
    const { least, most } = numberLimits(field.sent)
    return (
      <InputNumber
        id={id}
        value={shape[name]}
        {...(least === null || most === null ? {} : { min: least, max: most })}
        changeOnBlur={false}
        suffix={t('metresUnit')}
        className={styles['wide'] ?? ''}
        aria-describedby={described}
        aria-invalid={invalid}
        onChange={(metres) => onShape({ ...shape, [name]: metres } satisfies Shape, name)}
      />
    )
  }
  return MetresInput
}
export const RadiusInput = metresInput('radius')
export const HalfWidthInput = metresInput('halfWidth')

export const PointsInput = ({ invalid }: EditorProps) => {
  const { shape, live, tool, home, onTool, onShape, onMark } = useDrawing()
  return (
    <CoordinatesTable
      kind={tool ?? shape.shape}
      points={shape.points}
      home={home}
      disabled={live || (tool !== null && shape.points.length > 0)}
      invalid={invalid}
      onChange={(points, tag) => {
        onShape({ ...shape, points }, tag)
        if (tool) onTool(null)
      }}
      onMark={onMark}
    />
  )
}

export const DevicesInput = ({ value, onChange }: EditorProps) => {
  const { language } = useLanguage()
  return (
    <Checkbox.Group<string>
      value={Array.isArray(value) ? (value as string[]) : []}
      options={deviceType.options(language)}
      onChange={(kinds) => onChange(kinds)}
    />
  )
}

export const FixedLevel = ({ value }: { readonly value: unknown }) => {
  const level = alarmLevel.schema.safeParse(value).data
  return level === undefined ? null : <LevelLabel level={level} />
}

/** What no value means, in its own words. */
const fixedOr = (nothing: 'levelColour' | 'allFloors') => {
  const Fixed = ({ value }: { readonly value: unknown }) => {
    const t = useTexts(hazardTexts)
    return typeof value === 'number' || (typeof value === 'string' && value !== '') ? value : t(nothing)
  }
  return Fixed
}
export const FixedColour = fixedOr('levelColour')
export const FixedFloor = fixedOr('allFloors')

export const FixedDevices = ({ value }: { readonly value: unknown }) => {
  const t = useTexts(hazardTexts)
  const { language } = useLanguage()
  const kinds = deviceType.schema.array().safeParse(value).data ?? []
  if (kinds.length === 0) return t('allDevices')
  return kinds.map((kind) => deviceType.name(kind, language)).join(language === 'zh' ? '、' : ', ')
}

/** Why nothing can be changed. */
export const ReadOnlyNote = ({ readOnly }: FormBlockProps) => {
  const t = useTexts(hazardTexts)
  const allowed = useCan('dangAreaDrawMgmt:edit')
  return (
    readOnly && <Alert type="info" showIcon title={t('readOnly')} description={t(allowed ? 'readOnlyScope' : 'readOnlyHint')} />
  )
}

/** The corners one by one, for who cannot see them in fields. */
export const PointList = ({ draft, readOnly }: FormBlockProps) => {
  const shape = shapeIn(draft['points'], draft)
  return (
    readOnly &&
    shape && (
      <div className={styles['pointList']}>
        {shape.points.map(([lng, lat], at) => (
          <span key={at}>
            {lng.toFixed(7)}, {lat.toFixed(7)}
          </span>
        ))}
      </div>
    )
  )
}

export const AtOnceNote = () => {
  const t = useTexts(hazardTexts)
  return <Alert type="info" showIcon title={t('entersAtOnce')} />
}
