import { visitStatus } from '@vigil/contract/gates/visit.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useCan } from '../../shared/session/session.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx'
import { dayOf } from './aggregate.ts'
import { Answer } from './answer.tsx'
import { Figures, Latest } from './figures.tsx'
import { ScreenLink } from './number-link.tsx'
import { useLatestVisits, useSiteDay, useVisitorNumbers } from './queries.ts'
import { dashboardTexts } from './texts.ts'
import styles from './dashboard.module.css'

const { approved, inside: isInside, overstayed: isOver, left: hasLeft } = visitStatus.code

/** 访客记录: who is expected, inside, gone again, or has stayed longer than planned. */
export const VisitorsPanel = () => {
  const t = useTexts(dashboardTexts)
  const day = useSiteDay()
  const sees = useCan('visitRecordMgmt')
  const to = 'visitRecordMgmt'
  return (
    <Panel
      className={styles['visitors']}
      padded={false}
      title={t('visitors')}
      extra={<ScreenLink to={to}>{t('allRecords')}</ScreenLink>}
    >
      <Answer query={useVisitorNumbers()} icon="user">
        {({ expected, inside, left, overstayed }) => (
          <div className={styles['figured']}>
            <Figures
              figures={[
                { label: t('expected'), value: expected, to, query: { status: approved, ...dayOf('planIn', day) } },
                // Those who overstayed are listed apart.
                { label: t('inside'), value: inside - overstayed, to, query: { status: isInside } },
                { label: t('overstayed'), value: overstayed, to, query: { status: isOver }, alarming: true },
                { label: t('left'), value: left, to, query: { status: hasLeft, ...dayOf('outTime', day) } },
              ]}
            />
            {expected + inside + left === 0 ? (
              <EmptyState icon="user" title={t('noVisitors')} hint={t('noVisitorsHint')} />
            ) : (
              sees && <LatestVisits />
            )}
          </div>
        )}
      </Answer>
    </Panel>
  )
}

const LatestVisits = () => {
  const t = useTexts(dashboardTexts)
  const { language } = useLanguage()
  const day = useSiteDay()
  const { data = [], error, isFetching, refetch } = useLatestVisits(day)
  if (error && data.length === 0) return <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} />
  return (
    <Latest
      label={t('visitsToday')}
      to="visitRecordMgmt"
      query={dayOf('planIn', day)}
      rows={data.map(({ id, visitorName, company, hostName, status, planIn }) => ({
        id,
        name: visitorName,
        detail: company || hostName,
        beside: (
          <>
            <span className={status === isOver ? 'bad' : 'quiet'}>{visitStatus.name(status, language)}</span>{' '}
            <time dateTime={planIn ?? ''}>{planIn?.slice(11, 16)}</time>
          </>
        ),
      }))}
    />
  )
}
