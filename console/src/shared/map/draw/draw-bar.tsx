import { Tooltip } from 'antd'
import { useLanguage } from '../../i18n/language.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import styles from './draw-bar.module.css'
import type { Shape, ShapeKind } from './shape.ts'
import { sizeTexts } from './sizes.ts'
import { drawTexts } from './texts.ts'

interface DrawBarProps {
  /** What may be drawn; every kind unless said. */
  readonly kinds?: readonly ShapeKind[]
  readonly tool: ShapeKind | null
  /** A shape is open: a tool draws it anew; otherwise it begins a new one. */
  readonly open: boolean
  /** The shape as it stands, under the pointer too; null when there is none. */
  readonly shape: Shape | null
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly onTool: (tool: ShapeKind) => void
  readonly onCancel: () => void
  readonly onUndo: () => void
  readonly onRedo: () => void
}

const allKinds = ['polygon', 'circle', 'corridor'] as const
const names = { polygon: 'drawPolygon', circle: 'drawCircle', corridor: 'drawCorridor' } as const
const hints = { polygon: 'hintPolygon', circle: 'hintCircle', corridor: 'hintCorridor' } as const

/** The drawing tools above the map, with what to do next and how large the shape is. */
export const DrawBar = ({
  kinds = allKinds,
  tool,
  open,
  shape,
  canUndo,
  canRedo,
  onTool,
  onCancel,
  onUndo,
  onRedo,
}: DrawBarProps) => {
  const t = useTexts(drawTexts)
  const { language } = useLanguage()
  const sizes = shape ? sizeTexts(shape, language) : []
  const hint = tool
    ? t(hints[tool])
    : open && shape && shape.points.length > 0
      ? t(shape.shape === 'circle' ? 'hintEditCircle' : 'hintEdit')
      : null
  const icon = (name: IconName, text: string, enabled: boolean, run: () => void) => (
    <Tooltip title={text}>
      <button type="button" className={styles['toolIcon']} aria-label={text} disabled={!enabled} onClick={run}>
        <Icon name={name} />
      </button>
    </Tooltip>
  )
  return (
    <div className={styles['drawBar']}>
      <div className={`${styles['float']} ${styles['toolRow']}`} role="toolbar" aria-label={t('tools')}>
        <span className={styles['toolTitle']}>{t(open ? 'redrawAs' : 'drawNew')}</span>
        {kinds.map((kind) => (
          <button key={kind} type="button" className={styles['tool']} aria-pressed={tool === kind} onClick={() => onTool(kind)}>
            <Icon name={kind} />
            {t(names[kind])}
          </button>
        ))}
        {open && (
          <>
            <span className={styles['divider']} />
            {icon('undo', t('undo'), canUndo || tool !== null, onUndo)}
            {icon('redo', t('redo'), canRedo || tool !== null, onRedo)}
          </>
        )}
        {tool && (
          <button type="button" className={styles['tool']} onClick={onCancel}>
            {t('cancelDrawing')}
          </button>
        )}
      </div>
      {(hint !== null || sizes.length > 0) && (
        <div className={`${styles['float']} ${styles['readout']}`} role="status">
          {sizes.length > 0 && <b>{sizes.join(' · ')}</b>}
          {hint !== null && <span>{hint}</span>}
        </div>
      )}
    </div>
  )
}
