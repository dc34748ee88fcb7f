import { visitStatus, type Visit } from '@vigil/contract/gates/visit.ts'
import { Skeleton } from 'antd'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useSiteMinute } from '../../shared/time/today.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx'
import styles from './desk.module.css'
import { gateTexts } from './texts.ts'
import { useExpected, useFoundVisits, useVisitorsInside, type Visits } from './use-desk.ts'
import { momentOn } from './desk-times.ts'
import { isComing, isPast } from './visit-acts.ts'
import { VisitState } from './visit-status.tsx'
import { useSteps, VisitSteps } from './visit-steps.tsx'

interface DeskVisitsProps {
  /** Empty: everybody who is expected or here. */
  readonly keyword: string
}

/** Who is expected today and who is here; or, while somebody is searched for, whoever is found on any day. */
export const DeskVisits = ({ keyword }: DeskVisitsProps) => (keyword === '' ? <OfToday /> : <Found keyword={keyword} />)

const OfToday = () => {
  const t = useTexts(gateTexts)
  const [expected, inside] = [useExpected(), useVisitorsInside()]
  return (
    <>
      <Part title={t('expected')} asked={expected} empty={t('expectedNone')} />
      <Part title={t('insideVisitors')} asked={inside} empty={t('noVisitorsInside')} />
    </>
  )
}

const Found = ({ keyword }: DeskVisitsProps) => {
  const t = useTexts(gateTexts)
  return <Part title={t('foundVisits')} asked={useFoundVisits(keyword)} empty={t('noVisitFound')} hint={t('noVisitFoundHint')} />
}

interface PartProps {
  readonly title: string
  readonly asked: ReturnType<typeof useExpected>
  readonly empty: string
  readonly hint?: string
}

const Part = ({ title, asked: { visits, error, retry, retrying }, empty, hint = '' }: PartProps) => {
  const takesSteps = useSteps()
  return (
    <Panel
      title={title}
      extra={visits && <b>{visits.total}</b>}
      padded={false}
      reachable={!takesSteps && (visits?.total ?? 0) > 0}
      className={styles['part']}
    >
      {!visits && error && <ErrorState error={error} retrying={retrying} onRetry={retry} />}
      {!visits && !error && <Skeleton active className={styles['waiting'] ?? ''} paragraph={{ rows: 3 }} />}
      {visits?.list.length === 0 && <EmptyState icon="user" title={empty} hint={hint} />}
      {visits && <List title={title} visits={visits} />}
    </Panel>
  )
}

const List = ({ title, visits: { list, total } }: { readonly title: string; readonly visits: Visits }) => {
  const t = useTexts(gateTexts)
  return (
    <>
      <ul className="list" aria-label={title}>
        {list.map((visit) => (
          <DeskVisit key={visit.id} visit={visit} />
        ))}
      </ul>
      {total > list.length && <p className={`note ${styles['waiting']}`}>{t('more', { n: total - list.length })}</p>}
    </>
  )
}

const DeskVisit = ({ visit }: { readonly visit: Visit }) => {
  const t = useTexts(gateTexts)
  const now = useSiteMinute()
  const moment = (time: string | null): string => momentOn(time, now.slice(0, 10))
  const { visitorName, company, plateNumber, hostName, peerCount, planIn, planOut, tagNo, trainingAck, status } = visit
  const words = [plateNumber, company, peerCount > 0 ? t('companions', { n: peerCount }) : ''].filter(Boolean).join(' · ')
  return (
    <li className={styles['visit']} data-refused={status === visitStatus.code.overstayed}>
      <div className={`grow ${styles['words']}`}>
        <div className="ellipsis" title={`${visitorName} ${words}`}>
          <b>{visitorName}</b> <span className="quiet">{words}</span>
        </div>
        <div className="soft">
          <VisitState visit={visit} /> · {t('until', { from: moment(planIn), to: moment(planOut) })} ·{' '}
          {t('toHost', { host: hostName })}
          {tagNo !== '' && ` · ${t('tag')} ${tagNo}`}
          {isPast(visit, now) && <span className={`oneLine ${styles['odd']}`}> · {t('timeOver')}</span>}
          {isComing(visit) && trainingAck === null && <span className={`oneLine ${styles['odd']}`}> · {t('notBriefed')}</span>}
        </div>
      </div>
      <VisitSteps visit={visit} size="small" />
    </li>
  )
}
