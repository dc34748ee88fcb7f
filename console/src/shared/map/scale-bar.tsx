import { useEffect, useState } from 'react'
import { useTexts } from '../i18n/texts.ts'
import { pixelsPerMetre } from '../geo/mercator.ts'
import { useStage } from './map-view.tsx'
import styles from './map-view.module.css'
import { mapTexts } from './texts.ts'

const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000]
const widest = 110

/** How long a stretch of the map is in the world. */
export const ScaleBar = () => {
  const { map } = useStage()
  const t = useTexts(mapTexts)
  const read = (): number => pixelsPerMetre(map.getZoom(), map.getCenter().lat)
  const [perMetre, setPerMetre] = useState(read)
  useEffect(() => {
    const zoomed = (): void => setPerMetre(read())
    map.on('zoom', zoomed)
    return () => {
      map.off('zoom', zoomed)
    }
  })
  const metres = steps.findLast((step) => step * perMetre <= widest) ?? 1
  return (
    <div className={styles['scale']} aria-hidden="true">
      <span>{metres >= 1_000 ? t('kilometres', { n: metres / 1_000 }) : t('metres', { n: metres })}</span>
      <div className={styles['scaleBar']} style={{ width: metres * perMetre }} />
    </div>
  )
}
