import { useTexts } from '../../shared/i18n/texts.ts'
import { lengthOf } from '../../shared/map/geometry.ts'
import { MapToolbar } from '../../shared/map/map-toolbar.tsx'
import { ScaleBar } from '../../shared/map/scale-bar.tsx'
import { Sketch } from '../../shared/map/sketch.tsx'
import styles from './positions.module.css'
import { positionTexts } from './texts.ts'
import type { Drawing } from './use-drawing.ts'

const metresText = (t: ReturnType<typeof useTexts<typeof positionTexts.table>>, metres: number): string =>
  metres >= 1000 ? t('kilometres', { n: (metres / 1000).toFixed(2) }) : t('metres', { n: metres.toFixed(1) })

/** Measuring and the lasso, with what they say, and the scale. */
export const MapTools = ({ tool, points, draw, take, leave }: Drawing) => {
  const t = useTexts(positionTexts)
  return (
    <>
      {tool && <Sketch key={tool} shape={tool === 'measure' ? 'line' : 'polygon'} onChange={draw} onCancel={leave} />}
      {tool && (
        <div className={`${styles['panel']} ${styles['toolNote']}`} role="status">
          {tool === 'measure' && points.length > 1
            ? `${t('distance')} ${metresText(t, lengthOf(points))}`
            : t(tool === 'measure' ? 'measureHint' : 'lassoHint')}
        </div>
      )}
      <div className={styles['toolsPlace']}>
        <MapToolbar
          tools={[
            { icon: 'ruler', text: t('measure'), run: () => take('measure'), pressed: tool === 'measure' },
            { icon: 'lasso', text: t('lasso'), run: () => take('lasso'), pressed: tool === 'lasso' },
          ]}
        />
      </div>
      <div className={styles['scalePlace']}>
        <ScaleBar />
      </div>
    </>
  )
}
