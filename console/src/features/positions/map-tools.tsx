import { useTexts } from '../../shared/i18n/texts.ts'
import { lengthOf } from '../../shared/map/geometry.ts'
import type { MapTool } from '../../shared/map/map-toolbar.tsx'
import { DrawTool } from './draw-tool.tsx'
import styles from './positions.module.css'
import { positionTexts } from './texts.ts'
import type { Drawing } from './use-drawing.ts'

const metresText = (t: ReturnType<typeof useTexts<typeof positionTexts.table>>, metres: number): string =>
  metres >= 1000 ? t('kilometres', { n: (metres / 1000).toFixed(2) }) : t('metres', { n: metres.toFixed(1) })

/** What is drawn by hand, upon everything else. */
export const DrawnByHand = ({ tool, draw, leave }: Drawing) =>
  tool && <DrawTool key={tool} shape={tool === 'measure' ? 'line' : 'polygon'} onChange={draw} onCancel={leave} />

/** How a tool is used, or what it has measured. */
export const ToolNote = ({ tool, points }: Drawing) => {
  const t = useTexts(positionTexts)
  return (
    tool && (
      <div className={`${styles['panel']} ${styles['toolNote']}`} role="status">
        {tool === 'measure' && points.length > 1
          ? `${t('distance')} ${metresText(t, lengthOf(points))}`
          : t(tool === 'measure' ? 'measureHint' : 'lassoHint')}
      </div>
    )
  )
}

/** Measuring, the lasso, and the shape of a broadcast for who may send one. */
export const useTools = ({ tool, take }: Drawing, broadcasts: boolean): readonly MapTool[] => {
  const t = useTexts(positionTexts)
  const broadcast: MapTool = {
    icon: 'horn',
    text: t('broadcastArea'),
    run: () => take('broadcast'),
    pressed: tool === 'broadcast',
  }
  return [
    { icon: 'ruler', text: t('measure'), run: () => take('measure'), pressed: tool === 'measure' },
    { icon: 'lasso', text: t('lasso'), run: () => take('lasso'), pressed: tool === 'lasso' },
    ...(broadcasts ? [broadcast] : []),
  ]
}
