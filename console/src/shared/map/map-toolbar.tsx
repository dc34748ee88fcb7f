import { Tooltip } from 'antd'
import { useTexts } from '../i18n/texts.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { useStage } from './map-view.tsx'
import styles from './map-view.module.css'
import { mapTexts } from './texts.ts'

/** A button beside the map. */
export interface MapTool {
  readonly icon: IconName
  readonly text: string
  readonly run: () => void
  /** Absent: it is no switch. */
  readonly pressed?: boolean
}

/** The column of buttons beside a map: closer, farther, the whole site, then the screen's own. */
export const MapToolbar = ({ tools }: { readonly tools: readonly MapTool[] }) => {
  const t = useTexts(mapTexts)
  const { map, fit } = useStage()
  const all: readonly MapTool[] = [
    { icon: 'plus', text: t('zoomIn'), run: () => map.zoomIn() },
    { icon: 'minus', text: t('zoomOut'), run: () => map.zoomOut() },
    { icon: 'home', text: t('fit'), run: fit },
    ...tools,
  ]
  return (
    <div className={styles['tools']} role="toolbar" aria-label={t('tools')}>
      {all.map(({ icon, text, run, pressed }) => (
        <Tooltip key={icon} title={text} placement="right">
          <button type="button" className={styles['tool']} aria-label={text} aria-pressed={pressed} onClick={run}>
            <Icon name={icon} />
          </button>
        </Tooltip>
      ))}
    </div>
  )
}
