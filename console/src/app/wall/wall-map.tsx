import { useEffect, useMemo, useState } from 'react'
import { hiddenOnSmallMaps } from '../../features/positions/hidden-layers.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { liveMoving } from '../../shared/live/live-moving.ts'
import { LaidLayers } from '../../shared/map/laid-layers.tsx'
import { ringsOf, useMapData } from '../../shared/map/map-data.ts'
import { useMapLayers } from '../../shared/map/map-layer.ts'
import { MapScreen } from '../../shared/map/map-screen.tsx'
import type { Stage } from '../../shared/map/map-view.tsx'
import { MovingObjects } from '../../shared/map/moving-objects.tsx'
import { useCan } from '../../shared/session/session.ts'
import { wallTexts } from './texts.ts'
import { useScale } from './use-scale.ts'
import styles from './wall.module.css'

/** How much larger than at a desk marks and names are. */
const fromAfar = 1.7
/** Milliseconds between two tries to read what could not be read. */
const tryEvery = 10_000

const nobodyChooses = (): void => undefined

/** The site with everybody on it, for the eye alone: it takes no pointer and no focus, and what it says is said beside it. */
export const WallMap = () => {
  const t = useTexts(wallTexts)
  const may = useCan('trackRealMgmt')
  return (
    <section className={`${styles['card']} ${styles['map']}`} inert aria-hidden>
      {may ? <Plant /> : <p className={styles['nothing']}>{t('noPermission')}</p>}
    </section>
  )
}

const Plant = () => {
  const t = useTexts(wallTexts)
  const { site, basemap, areas, error, retry } = useMapData()
  const layers = useMapLayers()
  const hidden = useMemo(() => hiddenOnSmallMaps(layers), [layers])
  const withoutLabels = useMemo(() => areas.map(({ name }) => name), [areas])
  const by = Math.max(1, useScale().scale * fromAfar)
  const [stage, setStage] = useState<Stage | null>(null)
  useEffect(() => {
    if (!error) return undefined
    const timer = setInterval(retry, tryEvery)
    return () => clearInterval(timer)
  }, [error, retry])
  useEffect(() => {
    // It is drawn small and shown large: as sharp as if it were drawn so.
    stage?.map.setPixelRatio(window.devicePixelRatio * by)
  }, [stage, by])
  if (!site || !basemap) return <p className={styles['nothing']}>{t(error ? 'notRead' : 'waiting')}</p>
  const enlarged = { width: `${100 / by}%`, height: `${100 / by}%`, transform: `scale(${by})` }
  return (
    <div className={styles['enlarged']} style={enlarged}>
      <MapScreen
        plan={{ site, basemap }}
        moving={liveMoving}
        withoutLabels={withoutLabels}
        wheel={false}
        setsUp={false}
        onStage={setStage}
        layers={
          <LaidLayers hidden={hidden} chosen={null} onChoose={nobodyChooses}>
            <MovingObjects labels={false} listens={false} areas={ringsOf(areas)} />
          </LaidLayers>
        }
      />
    </div>
  )
}
