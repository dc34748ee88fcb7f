import { passDirection, passResult, passType } from '@vigil/contract/gates/gate-access.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import { Skeleton } from 'antd'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useToday } from '../../shared/time/today.ts'
import { Icon, type IconName } from '../../shared/ui/icon.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx'
import styles from './desk.module.css'
import { PassPicture } from './pass-picture.tsx'
import type { GateAccess } from './records.ts'
import { gateTexts } from './texts.ts'
import { useLastPasses } from './use-desk.ts'
import { momentOn } from './desk-times.ts'

const icons: Readonly<Record<GateAccess['direction'], IconName>> = {
  [passDirection.code.in]: 'right',
  [passDirection.code.out]: 'left',
  [passDirection.code.unknown]: 'help',
}

/** Who passed last, newest on top; who was refused in red, with the reason. */
export const DeskPasses = () => {
  const t = useTexts(gateTexts)
  const { data, error, isFetching, refetch } = useLastPasses()
  const passes = data && paged(data).list
  return (
    <Panel title={t('lastPasses')} padded={false} reachable className={styles['passes']}>
      {!passes && error && <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} />}
      {!passes && !error && <Skeleton active className={styles['waiting'] ?? ''} paragraph={{ rows: 6 }} />}
      {passes?.length === 0 && <EmptyState icon="gate" title={t('noPasses')} />}
      {passes && (
        <ol className="list" aria-label={t('lastPasses')}>
          {passes.map((pass) => (
            <Pass key={pass.id} pass={pass} />
          ))}
        </ol>
      )}
    </Panel>
  )
}

const Pass = ({ pass }: { readonly pass: GateAccess }) => {
  const t = useTexts(gateTexts)
  const { language } = useLanguage()
  const today = useToday()
  const { personName, personNo, direction, gateName, result, reason, passTime, deptName } = pass
  const isRefused = result === passResult.code.refused
  return (
    <li className={styles['row']} data-refused={isRefused}>
      <PassPicture record={pass} size="desk" />
      <div className={`grow ${styles['words']}`}>
        <div className="ellipsis">
          <b>{personName || t('unknownPerson')}</b>{' '}
          <span className="quiet">{[personNo, deptName].filter(Boolean).join(' · ')}</span>
        </div>
        {isRefused && <div className="bad">{reason === '' ? t('refused') : t('refusedFor', { reason })}</div>}
        <div className="ellipsis soft">
          <Icon name={icons[direction]} size={14} /> {passDirection.name(direction, language)} ·{' '}
          {[gateName, passType.name(pass.passType, language)].filter(Boolean).join(' · ')}
        </div>
      </div>
      <time className={styles['time']}>{passTime?.startsWith(today) ? passTime.slice(11) : momentOn(passTime, today)}</time>
    </li>
  )
}
