import { memo } from 'react'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useOverview } from '../../shared/live/overview.ts'
import { Icon, type IconName } from '../../shared/ui/icon.tsx'
import { useLayers, type LayerName } from './layer-settings.ts'
import styles from './positions.module.css'
import { positionTexts } from './texts.ts'

/** What the map shows, each with its number; a click hides it. */
export const LayerBar = memo(({ fences }: { readonly fences: number }) => {
  const t = useTexts(positionTexts)
  const { known, byKind } = useOverview()
  const { hidden, toggle } = useLayers()
  const chips: readonly (readonly [name: LayerName, icon: IconName, text: string, count: number | null])[] = [
    ['hat', 'helmet', t('hats'), known ? byKind.hat.online : null],
    ['badge', 'badge', t('badges'), known ? byKind.badge.online : null],
    ['car', 'truck', t('cars'), known ? byKind.car.online : null],
    ['fences', 'fence', t('fences'), fences],
    ['headCounts', 'user', t('headCounts'), null],
  ]
  return (
    <div className={`${styles['panel']} ${styles['layerBar']}`} role="group" aria-label={t('layers')}>
      <span className={styles['layerTitle']}>
        <Icon name="layers" />
        {t('layers')}
      </span>
      {chips.map(([name, icon, text, count]) => (
        <button key={name} type="button" className={styles['chip']} aria-pressed={!hidden.has(name)} onClick={() => toggle(name)}>
          <Icon name={icon} />
          {text}
          {count !== null && <b>{count}</b>}
        </button>
      ))}
    </div>
  )
})
