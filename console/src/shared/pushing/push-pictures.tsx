import { pushingCalls } from '@vigil/contract/pushing/calls.ts'
import { Alert, Skeleton } from 'antd'
import { useCall } from '../api/queries.ts'
import { useTexts } from '../i18n/texts.ts'
import { ErrorState } from '../ui/states.tsx'
import styles from './pushing.module.css'
import { pushTexts } from './texts.ts'

const calls = { gate: pushingCalls.getBsBarrierGatePushQuota, camera: pushingCalls.getBsSpeedOverPushQuota } as const
const megabyte = 1 << 20

/** 今日推送图片: how much of its pictures is kept today, and since when no more of them is; above that, what it pushes that nobody can read. */
export const pushPicturesOf = (kind: keyof typeof calls) => {
  const get = calls[kind]
  const PushPictures = ({ record: { id } }: { readonly record: { readonly id: string } }) => {
    const t = useTexts(pushTexts)
    const { data, error, isFetching, refetch } = useCall(get, { id })
    const used = data ? (data.bytes / megabyte).toFixed(1) : ''
    const most = data ? String(data.most / megabyte) : ''
    return (
      <section className={styles['login']} aria-label={t('pictures')}>
        <h3>{t('pictures')}</h3>
        {!data && error && <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton active title={false} paragraph={{ rows: 1 }} />}
        {data?.unread && (
          <Alert
            type="warning"
            showIcon
            title={t('unreadLead', { n: data.unread.count, at: data.unread.lastSeen, reason: data.unread.reason })}
            description={data.unread.said === '' ? null : <q className={styles['quoted']}>{data.unread.said}</q>}
          />
        )}
        {data?.fullSince && (
          <Alert type="warning" showIcon title={t('quotaFull', { since: data.fullSince, most, n: data.leftOut })} />
        )}
        {data && !data.fullSince && <p className="note">{data.most === 0 ? t('quotaNone') : t('quotaUsed', { used, most })}</p>}
      </section>
    )
  }
  return PushPictures
}
