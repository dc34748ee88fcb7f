import { siteCalls } from '@vigil/contract/site/calls.ts'
import { Alert, Button, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { ErrorState } from '../../shared/ui/states.tsx'
import { isClockFine } from './clock-offset.ts'
import styles from './site.module.css'
import { versionTexts } from './version-texts.ts'

const askedEvery = 60_000

/** What runs, in which version, and whether its clocks agree. */
export const Running = () => {
  const t = useTexts(versionTexts)
  const { data, error, isFetching, refetch } = useCall(siteCalls.getRunning, undefined, { refetchEvery: askedEvery })
  if (!data) {
    return (
      <section className={styles['running']} aria-label={t('running')} aria-busy={isFetching}>
        {error ? (
          <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Skeleton active title={false} paragraph={{ rows: 2 }} />
        )}
      </section>
    )
  }
  const fine = isClockFine(data.clockOffset)
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('server'), data.demo ? `${data.server} · ${t('demo')}` : data.server],
    [t('console'), __CONSOLE_VERSION__],
    [t('schema'), data.schema],
    [t('node'), data.node.replace(/^v/, '')],
    [t('postgres'), data.postgres.replace(/ .*$/, '')],
    [t('since'), data.startedAt],
    [
      t('clock'),
      <span key="clock" className={styles['clock']} data-fine={fine}>
        {fine ? t('clockFine', { ms: data.clockOffset }) : t('clockOff', { seconds: (data.clockOffset / 1000).toFixed(1) })}
      </span>,
    ],
  ]
  return (
    <section className={styles['running']} aria-label={t('running')}>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {data.server !== __CONSOLE_VERSION__ && (
        <Alert
          type="warning"
          showIcon
          title={t('differ')}
          action={
            <Button size="small" onClick={() => window.location.reload()}>
              {t('reload')}
            </Button>
          }
        />
      )}
    </section>
  )
}
