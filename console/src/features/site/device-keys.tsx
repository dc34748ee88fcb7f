import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useServerNow } from '../../shared/live/hooks.ts'
import { useOwnDepts } from '../../shared/session/scope.ts'
import { useCan } from '../../shared/session/session.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx'
import { boundTo, calledDevice, isSiteWide, mayChange, type DeviceKey } from './key-binding.ts'
import { BindKey, MakeKey, RevokeKey, RotateKey, ShownOnce, type MadeKey } from './key-dialogs.tsx'
import { keyState } from './key-state.ts'
import styles from './site-screen.module.css'
import { siteTexts } from './site-texts.ts'

type Asking = { readonly what: 'make' } | { readonly what: 'bind' | 'rotate' | 'revoke'; readonly key: DeviceKey }

const askedEvery = 30_000

/** 设备密钥: with which keys devices report, when each was used, and how they are replaced. */
export const DeviceKeys = () => {
  const t = useTexts(siteTexts)
  const mayEdit = useCan('siteMgmt:edit')
  const own = useOwnDepts()
  const answer = useCall(deviceCalls.listDeviceKeyAll, undefined, { refetchEvery: askedEvery })
  const [asking, setAsking] = useState<Asking | null>(null)
  const [made, setMade] = useState<MadeKey | null>(null)
  const [withEnded, setWithEnded] = useState(false)
  const now = useServerNow()
  const all = answer.data ? whole(answer.data) : []
  const ended = all.filter(({ revokedAt }) => keyState(revokedAt, now) === 'ended')
  const shown = withEnded ? all : all.filter((key) => !ended.includes(key))
  const close = (): void => setAsking(null)
  const taken = (key: MadeKey): void => {
    close()
    setMade(key)
  }
  return (
    <Panel
      title={t('keys')}
      extra={
        mayEdit && (
          <Button size="small" icon={<Icon name="plus" size={14} />} onClick={() => setAsking({ what: 'make' })}>
            {t('newKey')}
          </Button>
        )
      }
    >
      <p className={styles['quiet']}>{t('keysHint')}</p>
      {!answer.data &&
        (answer.error ? (
          <ErrorState error={answer.error} retrying={answer.isFetching} onRetry={() => void answer.refetch()} />
        ) : (
          <Skeleton active title={false} paragraph={{ rows: 2 }} />
        ))}
      {answer.data && shown.length === 0 && <EmptyState icon="key" title={t('noKeys')} />}
      {shown.length > 0 && (
        <ul className={styles['keys']}>
          {shown.map((key) => (
            <KeyLine key={key.id} deviceKey={key} now={now} mayEdit={mayEdit && mayChange(key, own)} onAsk={setAsking} />
          ))}
        </ul>
      )}
      {ended.length > 0 && !withEnded && (
        <Button type="link" size="small" onClick={() => setWithEnded(true)}>
          {t('showEnded', { n: ended.length })}
        </Button>
      )}
      {asking?.what === 'make' && <MakeKey onClose={close} onMade={taken} />}
      {asking?.what === 'bind' && <BindKey deviceKey={asking.key} onClose={close} />}
      {asking?.what === 'rotate' && <RotateKey id={asking.key.id} name={asking.key.name} onClose={close} onMade={taken} />}
      {asking?.what === 'revoke' && <RevokeKey id={asking.key.id} name={asking.key.name} onClose={close} />}
      {made && <ShownOnce made={made} onClose={() => setMade(null)} />}
    </Panel>
  )
}

interface KeyLineProps {
  readonly deviceKey: DeviceKey
  readonly now: number
  readonly mayEdit: boolean
  readonly onAsk: (asking: Asking) => void
}

const KeyLine = ({ deviceKey: key, now, mayEdit, onAsk }: KeyLineProps) => {
  const t = useTexts(siteTexts)
  const { language } = useLanguage()
  const { name, hint, lastUsedAt, revokedAt, refused, lastRefused } = key
  const state = keyState(revokedAt, now)
  const told = {
    active: t('keyActive'),
    ending: t('keyEnding', { time: revokedAt ?? '' }),
    ended: t('keyEnded', { time: revokedAt ?? '' }),
  }
  return (
    <li data-state={state}>
      <div className={styles['keyName']}>
        <strong>{name}</strong> <code>{hint}</code>
        <small data-warning={(state !== 'ended' && isSiteWide(key)) || undefined}>
          {t('bound')} {boundTo(key, language)}
        </small>
        <small>
          {t('keyUsed')} {lastUsedAt ?? t('keyNever')}
        </small>
        {lastRefused && (
          <small data-warning>
            {t('keyRefused', {
              n: refused,
              device: calledDevice(lastRefused.deviceType, lastRefused.deviceId, language),
              time: lastRefused.time,
            })}
          </small>
        )}
      </div>
      <span className={styles['keyState']}>{told[state]}</span>
      {mayEdit && state !== 'ended' && (
        <span>
          {state === 'active' && (
            <>
              <Button type="link" size="small" onClick={() => onAsk({ what: 'bind', key })}>
                {t('rebind')}
              </Button>
              <Button type="link" size="small" onClick={() => onAsk({ what: 'rotate', key })}>
                {t('rotate')}
              </Button>
            </>
          )}
          <Button type="link" size="small" danger onClick={() => onAsk({ what: 'revoke', key })}>
            {t('revoke')}
          </Button>
        </span>
      )}
    </li>
  )
}
