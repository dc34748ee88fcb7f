import { handlingStatus } from '@vigil/contract/alarms/entities.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useCan } from '../../shared/session/session.ts'
import { dayOf } from './aggregate.ts'
import { Answer } from './answer.tsx'
import { Figures, Latest } from './figures.tsx'
import { ScreenLink } from './number-link.tsx'
import { useLatestSpeeding, useSiteDay, useTrafficNumbers } from './queries.ts'
import { dashboardTexts } from './texts.ts'
import styles from './dashboard.module.css'

/** 车辆超速: how many drove too fast today, how many nobody has handled, and the latest of them. */
export const SpeedingPanel = () => {
  const t = useTexts(dashboardTexts)
  const sees = useCan('trafficOverMgmt')
  const today = dayOf('passTime', useSiteDay())
  const { unhandled } = handlingStatus.code
  return (
    <Panel
      className={styles['speeding']}
      padded={false}
      title={t('speeding')}
      extra={<ScreenLink to="trafficOverMgmt">{t('allRecords')}</ScreenLink>}
    >
      <Answer query={useTrafficNumbers()} icon="truck">
        {({ passes, speeding, unhandledSpeeding }) => (
          <div className={styles['figured']}>
            <Figures
              figures={[
                { label: t('speedingToday'), value: speeding, to: 'trafficOverMgmt', query: today },
                {
                  label: t('unhandled'),
                  value: unhandledSpeeding,
                  to: 'trafficOverMgmt',
                  query: { ...today, status: unhandled },
                  alarming: true,
                },
                { label: t('passesToday'), value: passes, to: 'trafficEventMgmt', query: today },
              ]}
            />
            {speeding === 0 ? (
              <EmptyState icon="check" title={t('noSpeeding')} hint={t('noSpeedingHint')} />
            ) : (
              sees && <LatestSpeeding />
            )}
          </div>
        )}
      </Answer>
    </Panel>
  )
}

const LatestSpeeding = () => {
  const t = useTexts(dashboardTexts)
  const { language } = useLanguage()
  const day = useSiteDay()
  const { data = [], error, isFetching, refetch } = useLatestSpeeding(day)
  if (error && data.length === 0) return <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} />
  return (
    <Latest
      label={t('latestSpeeding')}
      to="trafficOverMgmt"
      query={dayOf('passTime', day)}
      rows={data.map(({ id, plateNumber, maxSpeed, nUpperSpeedLimit, illegalPlace, passTime, status }) => ({
        id,
        name: plateNumber || t('noPlate'),
        detail: t('speedAt', { speed: maxSpeed, limit: nUpperSpeedLimit ?? '—', place: illegalPlace }),
        beside: (
          <>
            <span className={status === handlingStatus.code.unhandled ? 'bad' : 'quiet'}>
              {handlingStatus.name(status, language)}
            </span>{' '}
            <time dateTime={passTime ?? ''}>{passTime?.slice(11, 16)}</time>
          </>
        ),
      }))}
    />
  )
}
