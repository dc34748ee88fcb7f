import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useTexts } from '../../shared/i18n/texts.ts'
import { HungAt } from '../../shared/map/hung.tsx'
import type { Camera, Stage } from '../../shared/map/map-view.tsx'
import { SiteMap } from '../../shared/pick/site-map.tsx'
import type { FormBlockProps } from '../../shared/spec/definitions.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import styles from './site-screen.module.css'
import { siteTexts } from './site-texts.ts'

/** Digits that a place and a zoom are kept with. */
const placeDigits = 6
const zoomDigits = 1
const rounded = (value: number, digits: number): number => Number(value.toFixed(digits))

const cameraOf = ({ centerLng: lng, centerLat: lat, zoom }: FormBlockProps['draft']): Camera | null =>
  typeof lng === 'number' && typeof lat === 'number' && typeof zoom === 'number' ? { lng, lat, zoom } : null

/** The map as it will open, and where helmets without a fix are shown. */
export const MapPreview = ({ draft, readOnly, set }: FormBlockProps) => {
  const t = useTexts(siteTexts)
  const [stage, setStage] = useState<Stage | null>(null)
  const camera = cameraOf(draft)
  const [start] = useState(camera)
  const { lng, lat, zoom } = camera ?? {}
  useEffect(() => {
    if (stage && lng !== undefined && lat !== undefined && zoom !== undefined)
      stage.map.jumpTo({ center: [lng, lat], zoom: Math.min(Math.max(zoom, stage.map.getMinZoom()), stage.map.getMaxZoom()) })
  }, [stage, lng, lat, zoom])
  const takeView = (): void => {
    if (!stage) return
    const center = stage.map.getCenter()
    set('centerLng', rounded(center.lng, placeDigits))
    set('centerLat', rounded(center.lat, placeDigits))
    set('zoom', rounded(stage.map.getZoom(), zoomDigits))
  }
  const [defaultLng, defaultLat] = [draft['defaultLng'], draft['defaultLat']]
  return (
    <section className={styles['preview']} aria-label={t('preview')}>
      <div className={styles['previewMap']}>
        <SiteMap start={start} onStage={setStage}>
          {typeof defaultLng === 'number' && typeof defaultLat === 'number' && (
            <HungAt lng={defaultLng} lat={defaultLat} anchor={[-0.5, -1]}>
              <span className={styles['pin']} title={t('defaultPoint')}>
                <Icon name="pin" size={26} />
              </span>
            </HungAt>
          )}
        </SiteMap>
      </div>
      {!readOnly && (
        <Button size="small" icon={<Icon name="target" size={14} />} disabled={!stage} onClick={takeView}>
          {t('takeView')}
        </Button>
      )}
    </section>
  )
}
