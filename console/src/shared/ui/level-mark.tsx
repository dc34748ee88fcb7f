import { alarmLevel, type AlarmLevel } from '@vigil/contract/hazards/entities.ts'
import { useLanguage } from '../i18n/language.ts'

const octagon = '22.7,16.4 16.4,22.7 7.6,22.7 1.3,16.4 1.3,7.6 7.6,1.3 16.4,1.3 22.7,7.6'
const triangle = 'M12 1.2L23 21.5a.8.8 0 0 1-.7 1.2H1.7a.8.8 0 0 1-.7-1.2z'
const diamond = 'M12 .8L23.2 12 12 23.2.8 12z'

const shapeOf = (level: AlarmLevel, fill: string) => {
  if (level === 1) return <polygon points={octagon} fill={fill} />
  return <path d={level === 2 ? triangle : diamond} fill={fill} />
}

interface LevelMarkProps {
  readonly level: AlarmLevel
  /** Pixels; 20 unless said. */
  readonly size?: number
  /** On a filled red header: a white octagon with a red numeral. */
  readonly inverted?: boolean
}

/** Octagon, triangle or diamond with the numeral: an alarm level without relying on colour. */
export const LevelMark = ({ level, size = 20, inverted = false }: LevelMarkProps) => {
  const { language } = useLanguage()
  return (
    <svg
      role="img"
      aria-label={alarmLevel.name(level, language)}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      style={{ flex: 'none', verticalAlign: -5 }}
    >
      {shapeOf(level, inverted ? 'var(--v-on-level-1)' : `var(--v-level-${level})`)}
      <text
        x="12"
        y={level === 2 ? 20 : 16.8}
        fontSize="13.5"
        fontWeight="700"
        fontFamily="Arial,sans-serif"
        textAnchor="middle"
        fill={inverted ? 'var(--v-level-1-header)' : `var(--v-on-level-${level})`}
      >
        {level}
      </text>
    </svg>
  )
}

/** The mark with its word, 一级 / 二级 / 三级. */
export const LevelLabel = ({ level, size = 18 }: { readonly level: AlarmLevel; readonly size?: number }) => {
  const { language } = useLanguage()
  return (
    <span
      style={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 6,
        color: `var(--v-level-${level}-text)`,
        whiteSpace: 'nowrap',
      }}
    >
      <span style={{ display: 'inline-flex' }}>
        <LevelMark level={level} size={size} />
      </span>
      {alarmLevel.name(level, language)}
    </span>
  )
}
