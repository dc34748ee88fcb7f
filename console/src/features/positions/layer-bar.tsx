import { Popover } from 'antd'
import { memo, Suspense, type ReactNode } from 'react'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useOverview } from '../../shared/live/overview.ts'
import { useMapLayers } from '../../shared/map/map-layer.ts'
import { kinds, type Kind } from '../../shared/moving/position-store.ts'
import { Icon, type IconName } from '../../shared/ui/icon.tsx'
import { useLayers } from './layer-settings.ts'
import { Legend } from './legend.tsx'
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

/** Everything that lies on the map, each with its switch, and what its marks mean. */
const Layers = () => {
  const t = useTexts(positionTexts)
  const { language } = useLanguage()
  const layers = useMapLayers().filter(({ always }) => always !== true)
  const { hidden, toggle } = useLayers()
  return (
    <div className={styles['layers']}>
      <div role="group" aria-label={t('layers')}>
        {layers.map(({ name, icon, label, count: Count }) => (
          <button
            key={name}
            type="button"
            role="switch"
            aria-checked={!hidden.has(name)}
            className={styles['layer']}
            onClick={() => toggle(name)}
          >
            <Icon name={icon} />
            <span className="grow">{label[language]}</span>
            {Count && (
              <Suspense>
                <Count />
              </Suspense>
            )}
            <i className={styles['tick']} aria-hidden="true">
              {!hidden.has(name) && <Icon name="check" size={14} />}
            </i>
          </button>
        ))}
      </div>
      <Legend />
    </div>
  )
}

/** What the map shows: what moves, each with its number, and what stands still. A click hides it. */
export const LayerBar = memo(() => {
  const t = useTexts(positionTexts)
  const { known, byKind } = useOverview()
  return (
    <div className={`${styles['panel']} ${styles['layerBar']}`} role="group" aria-label={t('shown')}>
      <Popover content={<Layers />} trigger="click" placement="topLeft" arrow={false}>
        <button type="button" className={`${styles['chip']} ${styles['layersOpen']}`}>
          <Icon name="layers" />
          {t('layers')}
        </button>
      </Popover>
      {kinds.map((kind) => (
        <Chip key={kind} name={kind} icon={iconOf[kind]} text={t(kindTexts[kind])} count={known ? byKind[kind].online : null} />
      ))}
    </div>
  )
})
