import type { InsideEntry } from '@vigil/contract/gates/inside.ts'
import { Button, Skeleton } from 'antd'
import { useDeferredValue, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { serverNow } from '../../shared/live/live.ts'
import { addressOf } from '../../shared/routes/address.ts'
import { useCan } from '../../shared/session/session.ts'
import { TimeCell } from '../../shared/spec/field-display.tsx'
import { toSiteTime } from '../../shared/time/site-time.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { Card } from '../../shared/ui/panel.tsx'
import { PlainTable } from '../../shared/ui/plain-table.tsx'
import { printPart } from '../../shared/ui/print.ts'
import { SearchInput } from '../../shared/ui/search-input.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx'
import { CorrectDialog } from './correct-dialog.tsx'
import { Counts } from './counts.tsx'
import { Odd, useKindWords } from './entry-words.tsx'
import styles from './gates.module.css'
import { foundBy, ordered } from './inside.ts'
import { gateTexts } from './texts.ts'
import { useInside } from './use-inside.ts'
import { PassSwitch } from './view-switch.tsx'

/** Rows that are drawn until somebody asks for all of them, or prints them. */
const drawnAtFirst = 200

/** 现在在厂: everybody and everything inside, once, with what does not fit first. It is what a muster counts. */
export const NowInside = () => {
  const t = useTexts(gateTexts)
  const [typed, setTyped] = useState('')
  const [whole, setWhole] = useState(false)
  const [correcting, setCorrecting] = useState<InsideEntry | null>(null)
  const { data, error, isFetching, refetch } = useInside()
  const keyword = useDeferredValue(typed)
  const found = useMemo(() => foundBy(ordered(data?.list ?? []), keyword), [data, keyword])
  const shown = whole ? found : found.slice(0, drawnAtFirst)
  const print = (): void => printPart('inside', () => setWhole(true))
  return (
    <Card className={styles['sheet']} label={t('inside')}>
      <div className={styles['head']}>
        <h2 className={styles['printed']}>
          {t('inside')} · {t('printedAt', { time: toSiteTime(serverNow()) })}
        </h2>
        <Counts inside={data} />
        <div className={`${styles['search']} ${styles['unprinted']}`}>
          <SearchInput label={t('searchInside')} value={typed} onSearch={setTyped} />
        </div>
        <div className={`row ${styles['unprinted']} ${styles['tools']}`}>
          <PassSwitch />
          <Button autoInsertSpace={false} icon={<Icon name="print" size={16} />} disabled={!data} onClick={print}>
            {t('print')}
          </Button>
        </div>
      </div>
      <div className={styles['inside']}>
        {!data && error && <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton active className={styles['waiting'] ?? ''} paragraph={{ rows: 8 }} />}
        {data && found.length === 0 && (
          <EmptyState
            icon="user"
            title={keyword.trim() === '' ? t('nobodyInside') : t('nobodyFound', { keyword: keyword.trim() })}
            hint={keyword.trim() === '' && t('nobodyInsideHint')}
          />
        )}
        {data && data.more > 0 && <p className={`note ${styles['waiting']}`}>{t('notListed', { n: data.more })}</p>}
        {shown.length > 0 && <Entries entries={shown} onCorrect={setCorrecting} />}
        {shown.length < found.length && (
          <p className={`note ${styles['waiting']}`}>
            <Button autoInsertSpace={false} onClick={() => setWhole(true)}>
              {t('showAll', { n: found.length })}
            </Button>
          </p>
        )}
      </div>
      {correcting && (
        <CorrectDialog
          key={correcting.key}
          entry={correcting}
          present={data?.list.find(({ key }) => key === correcting.key) ?? null}
          onClose={() => setCorrecting(null)}
        />
      )}
    </Card>
  )
}

interface EntriesProps {
  readonly entries: readonly InsideEntry[]
  readonly onCorrect: (entry: InsideEntry) => void
}

const Entries = ({ entries, onCorrect }: EntriesProps) => {
  const t = useTexts(gateTexts)
  const { language } = useLanguage()
  const kindOf = useKindWords()
  const [corrects, seesVisits] = [useCan('personOutInMgmt:edit'), useCan('visitRecordMgmt')]
  return (
    <PlainTable>
      <thead>
        <tr>
          <th>{t('who')}</th>
          <th>{t('kind')}</th>
          <th>{t('department')}</th>
          <th>{t('lastPass')}</th>
          <th>{t('tagHeard')}</th>
          <th>{t('doesNotFit')}</th>
          <th className={styles['unprinted']} aria-label={t('correct')} />
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.key} className={styles['entry']} data-odd={entry.mismatches.length > 0}>
            <td>
              <span className={styles['name']}>{entry.name || t('unknownPerson')}</span>
              <div className="quiet">{entry.number}</div>
            </td>
            <td>{kindOf(entry)}</td>
            <td>{entry.deptName || '—'}</td>
            <td>
              <TimeCell value={entry.since} language={language} />
              <div className="quiet">{entry.gateName}</div>
            </td>
            <td>
              <TimeCell value={entry.tagHeard} language={language} />
              <div className="quiet">{entry.tagNo}</div>
            </td>
            <td>
              <Odd entry={entry} />
            </td>
            <td className={styles['unprinted']}>
              {entry.visitId !== null
                ? seesVisits && <Link to={addressOf('visitRecordMgmt', { id: entry.visitId })}>{t('openVisit')}</Link>
                : corrects && (
                    <Button size="small" autoInsertSpace={false} onClick={() => onCorrect(entry)}>
                      {t('correct')}
                    </Button>
                  )}
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  )
}
