import { Tooltip } from 'antd'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useStage } from '../../shared/map/map-view.tsx'
import { Icon, type IconName } from '../../shared/ui/icon.tsx'
import styles from './hazards.module.css'
import { hazardTexts } from './texts.ts'

interface MapToolsProps {
  readonly moving: boolean
  readonly onMoving: (on: boolean) => void
  /** Absent while no fence is open. */
  readonly onShow?: (() => void) | undefined
}

/** The column of buttons beside the map. */
export const MapTools = ({ moving, onMoving, onShow }: MapToolsProps) => {
  const t = useTexts(hazardTexts)
  const { map, fit } = useStage()
  const button = (icon: IconName, text: string, run: () => void, pressed?: boolean) => (
    <Tooltip title={text} placement="right">
      <button type="button" className={styles['mapTool']} aria-label={text} aria-pressed={pressed} onClick={run}>
        <Icon name={icon} />
      </button>
    </Tooltip>
  )
  return (
    <div className={`${styles['float']} ${styles['mapTools']}`} role="toolbar" aria-label={t('mapTools')}>
      {button('plus', t('zoomIn'), () => map.zoomIn())}
      {button('minus', t('zoomOut'), () => map.zoomOut())}
      {button('home', t('fit'), fit)}
      {onShow && button('target', t('showFence'), onShow)}
      {button('helmet', t(moving ? 'movingOn' : 'movingOff'), () => onMoving(!moving), moving)}
    </div>
  )
}
