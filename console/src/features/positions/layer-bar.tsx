import { memo, Suspense, type ReactNode } from 'react'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useOverview } from '../../shared/live/overview.ts'
import { useMapLayers } from '../../shared/map/map-layer.ts'
import { kinds, type Kind } from '../../shared/moving/position-store.ts'
import { Icon, type IconName } from '../../shared/ui/icon.tsx'
import { useLayers } from './layer-settings.ts'
import styles from './positions.module.css'
import { iconOf } from './search-provider.ts'
import { positionTexts } from './texts.ts'

const kindTexts = { hat: 'hats', badge: 'badges', car: 'cars' } as const satisfies Record<Kind, string>

interface ChipProps {
  readonly name: string
  readonly icon: IconName
  readonly text: string
  readonly count: ReactNode
}

const Chip = ({ name, icon, text, count }: ChipProps) => {
  const { hidden, toggle } = useLayers()
  return (
    <button type="button" className={styles['chip']} aria-pressed={!hidden.has(name)} onClick={() => toggle(name)}>
      <Icon name={icon} />
      {text}
      {count !== null && <b>{count}</b>}
    </button>
  )
}

/** What the map shows, each with its number; a click hides it. */
export const LayerBar = memo(() => {
  const t = useTexts(positionTexts)
  const { language } = useLanguage()
  const { known, byKind } = useOverview()
  const layers = useMapLayers().filter(({ always }) => always !== true)
  return (
    <div className={`${styles['panel']} ${styles['layerBar']}`} role="group" aria-label={t('layers')}>
      <span className={styles['layerTitle']}>
        <Icon name="layers" />
        {t('layers')}
      </span>
      {kinds.map((kind) => (
        <Chip key={kind} name={kind} icon={iconOf[kind]} text={t(kindTexts[kind])} count={known ? byKind[kind].online : null} />
      ))}
      {layers.map(({ name, icon, label, count: Count }) => (
        <Chip
          key={name}
          name={name}
          icon={icon}
          text={label[language]}
          count={
            Count ? (
              <Suspense>
                <Count />
              </Suspense>
            ) : null
          }
        />
      ))}
    </div>
  )
})
