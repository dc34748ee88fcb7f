import { Skeleton } from 'antd'
import { useSite } from '../../shared/api/site.ts'
import { asRow } from '../../shared/spec/record.ts'
import { Card } from '../../shared/ui/panel.tsx'
import { ErrorState } from '../../shared/ui/states.tsx'
import { BasemapPanel } from './basemap-panel.tsx'
import { DeviceKeys } from './device-keys.tsx'
import { SiteForm } from './site-form.tsx'
import styles from './site-screen.module.css'

/** 站点设置: what holds for the whole site, its basemap, and the keys with which devices report. */
export const SiteScreen = () => {
  const { data, error, isFetching, refetch } = useSite()
  const stored = asRow(data)
  return (
    <div className={styles['screen']}>
      {stored ? (
        <SiteForm key={stored.id} stored={stored} />
      ) : (
        <Card busy={isFetching}>
          {error ? (
            <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} />
          ) : (
            <Skeleton active className={styles['waiting'] ?? ''} paragraph={{ rows: 10 }} />
          )}
        </Card>
      )}
      <div className={styles['side']}>
        <BasemapPanel />
        <DeviceKeys />
      </div>
    </div>
  )
}
