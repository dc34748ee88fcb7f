import { deviceType, type DeviceType } from '@vigil/contract/devices/entities.ts'
import type { RouteName } from '@vigil/contract/menu/routes.ts'
import { useMemo } from 'react'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useDirectoryRevision } from '../../shared/live/hooks.ts'
import { positions } from '../../shared/live/live.ts'
import { useOverview, type KindCount } from '../../shared/live/overview.ts'
import { kinds } from '../../shared/moving/position-store.ts'
import { Icon, type IconName } from '../../shared/ui/icon.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { largestDepts } from './aggregate.ts'
import { Answer } from './answer.tsx'
import { NumberLink } from './number-link.tsx'
import { useOnlineNumbers } from './queries.ts'
import { dashboardTexts } from './texts.ts'
import styles from './dashboard.module.css'

const icons: Readonly<Record<DeviceType, IconName>> = { hat: 'helmet', badge: 'badge', car: 'truck' }
/** The lists that prove the numbers; what is out of use is counted in none of them. */
const ledgers: Readonly<Record<DeviceType, RouteName>> = { hat: 'hatMgmt', badge: 'badgeMgmt', car: 'carMgmt' }
const mostDepts = 6

/** 在线数量: by the live overview, or asked for where the user sees no positions. */
export const OnlineCounts = () => {
  const t = useTexts(dashboardTexts)
  const { known } = useOverview()
  return (
    <Panel
      className={styles['online']}
      padded={false}
      title={t('onlineCounts')}
      extra={<span className={styles['faint']}>{t('byDeviceType')}</span>}
    >
      {known ? <LiveCounts /> : <AskedCounts />}
    </Panel>
  )
}

const LiveCounts = () => {
  const { byKind } = useOverview()
  return (
    <div className={styles['onlineBody']}>
      <Kinds counts={byKind} />
      <Depts />
    </div>
  )
}

const none: KindCount = { online: 0, total: 0 }

const AskedCounts = () => (
  <Answer query={useOnlineNumbers()} icon="helmet">
    {(rows) => {
      const countOf = (kind: DeviceType): KindCount => rows.find((row) => row.deviceType === kind) ?? none
      return (
        <div className={styles['onlineBody']}>
          <Kinds counts={{ hat: countOf('hat'), badge: countOf('badge'), car: countOf('car') }} />
        </div>
      )
    }}
  </Answer>
)

const Kinds = ({ counts }: { readonly counts: Readonly<Record<DeviceType, KindCount>> }) => {
  const t = useTexts(dashboardTexts)
  const { language } = useLanguage()
  return (
    <ul className={styles['kinds']}>
      <li className={`${styles['row']} ${styles['faint']}`}>
        <span />
        <span>{t('type')}</span>
        <span />
        <span className={styles['right']}>{t('onlineOfAll')}</span>
        <span className={styles['right']}>{t('offline')}</span>
      </li>
      {kinds.map((kind) => {
        const { online, total } = counts[kind]
        return (
          <li key={kind} className={styles['row']}>
            <Icon name={icons[kind]} className={styles['faint']} />
            <span className="ellipsis">{deviceType.name(kind, language)}</span>
            <Bar online={online} total={total} />
            <span className={styles['right']}>
              <NumberLink className={styles['strong']} value={online} to={ledgers[kind]} query={{ online: 1, enable: 1 }} />
              <span className={styles['faint']}> / {total}</span>
            </span>
            <NumberLink className={styles['right']} value={total - online} to={ledgers[kind]} query={{ online: 0, enable: 1 }} />
          </li>
        )
      })}
    </ul>
  )
}

const Bar = ({ online, total }: KindCount) => (
  <span className={styles['bar']}>
    <i style={{ width: `${total === 0 ? 0 : (online / total) * 100}%` }} />
  </span>
)

/** The largest departments, where there is room for them. */
const Depts = () => {
  const t = useTexts(dashboardTexts)
  const { byDept } = useOverview()
  const revision = useDirectoryRevision()
  const names = useMemo(() => {
    const found = new Map<string, string>()
    for (let slot = 0; slot < positions.size; slot += 1) {
      const object = positions.object(slot)
      if (object?.deptId && object.deptName) found.set(object.deptId, object.deptName)
    }
    return { revision, found }
  }, [revision])
  const depts = largestDepts(byDept, names.found, mostDepts)
  if (depts.length === 0) return null
  return (
    <section className={styles['depts']}>
      <h3>{t('byDept')}</h3>
      <ul>
        {depts.map(({ deptId, name, online, total }) => (
          <li key={deptId} className={styles['dept']}>
            <span className="ellipsis" title={name}>
              {name}
            </span>
            <Bar online={online} total={total} />
            <span className={styles['right']}>
              <NumberLink className={styles['strong']} value={online} to="trackRealMgmt" query={{ dept: deptId }} />
              <span className={styles['faint']}> / {total}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
