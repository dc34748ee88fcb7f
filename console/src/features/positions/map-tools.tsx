import { Tooltip } from 'antd'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useStage } from '../../shared/map/map-view.tsx'
import { Icon, type IconName } from '../../shared/ui/icon.tsx'
import styles from './positions.module.css'
import { positionTexts } from './texts.ts'

export type Tool = 'measure' | 'lasso'

interface MapToolsProps {
  readonly tool: Tool | null
  readonly onTool: (tool: Tool | null) => void
}

/** The column of buttons beside the map. */
export const MapTools = ({ tool, onTool }: MapToolsProps) => {
  const t = useTexts(positionTexts)
  const stage = useStage()
  const button = (icon: IconName, text: string, run: () => void, pressed?: boolean) => (
    <Tooltip key={icon} title={text} placement="right">
      <button type="button" className={styles['tool']} aria-label={text} aria-pressed={pressed} onClick={run}>
        <Icon name={icon} />
      </button>
    </Tooltip>
  )
  const toggle = (name: Tool) => () => onTool(tool === name ? null : name)
  return (
    <div className={`${styles['panel']} ${styles['tools']}`} role="toolbar" aria-label={t('tools')}>
      {button('plus', t('zoomIn'), () => stage.map.zoomIn())}
      {button('minus', t('zoomOut'), () => stage.map.zoomOut())}
      {button('target', t('fit'), stage.fit)}
      {button('ruler', t('measure'), toggle('measure'), tool === 'measure')}
      {button('lasso', t('lasso'), toggle('lasso'), tool === 'lasso')}
    </div>
  )
}
