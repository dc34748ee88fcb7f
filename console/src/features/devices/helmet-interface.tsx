import { siteCalls } from '@vigil/contract/site/calls.ts'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { useBroadcast } from '../../shared/calling/broadcasting.ts'
import { CallLog } from '../../shared/calling/call-log.tsx'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useCan } from '../../shared/session/session.ts'
import { Row } from '../../shared/ui/layout.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { PlainTable } from '../../shared/ui/plain-table.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx'
import styles from './helmet-interface.module.css'
import { TestMessage } from './test-message.tsx'
import { deviceTexts } from './texts.ts'

/** Milliseconds between two looks at how the lines stand. */
const askedEvery = 5_000

type Gateway = (typeof siteCalls.listGatewayAll)['data']['_output'][number]

/** How one way in for helmets stands. */
const WayIn = ({ gateway, isOurs }: { readonly gateway: Gateway; readonly isOurs: boolean }) => {
  const t = useTexts(deviceTexts)
  const { protocol, at, listening, connections, messages, errors, lastMessageAt, lastError, lastErrorAt, lately } = gateway
  return (
    <>
      <dl className={styles['facts']}>
        <dt>{t('state')}</dt>
        <dd className={listening ? 'good' : 'bad'}>{t(listening ? (isOurs ? 'listening' : 'connected') : 'notConnected')}</dd>
        <dt>{t('address')}</dt>
        <dd>{at}</dd>
        <dt>{t('protocol')}</dt>
        <dd>{protocol}</dd>
        <dt>{t(isOurs ? 'connectedHelmets' : 'heardHelmets')}</dt>
        <dd>{connections}</dd>
        <dt>{t('messages')}</dt>
        <dd>{messages}</dd>
        <dt>{t('failures')}</dt>
        <dd>{errors}</dd>
        <dt>{t('lastMessage')}</dt>
        <dd>{lastMessageAt ?? t('none')}</dd>
        <dt>{t(!isOurs && listening ? 'pastError' : 'lastError')}</dt>
        <dd className="breaks">{lastError === null ? t('none') : `${lastErrorAt ?? ''} ${lastError}`}</dd>
      </dl>
      <h3 className={styles['lately']}>{t('lastMessages')}</h3>
      {lately.length === 0 ? <p className="note">{t('noMessages')}</p> : <Lately messages={lately} />}
    </>
  )
}

const Lately = ({ messages }: { readonly messages: Gateway['lately'] }) => {
  const t = useTexts(deviceTexts)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without a row that has buttons, keys could not scroll it
    <div className={styles['messages']} tabIndex={0} role="group" aria-label={t('lastMessages')}>
      <PlainTable>
        <thead>
          <tr>
            <th>{t('messageTime')}</th>
            <th>{t('messageOf')}</th>
            <th>{t('messageName')}</th>
          </tr>
        </thead>
        <tbody>
          {messages.map(({ time, code, said }, row) => (
            <tr key={`${time} ${row}`}>
              <td>{time}</td>
              <td>{code ?? t('ofNobody')}</td>
              <td>{said}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </div>
  )
}

/** 安全帽接口: how helmets reach the site, by its own service and by that of their vendor. */
export const HelmetInterface = () => {
  const t = useTexts(deviceTexts)
  const mayTest = useCan('hatInterfaceMgmt:edit')
  const broadcast = useBroadcast()
  const [testing, setTesting] = useState(false)
  const { data, error, isFetching, refetch } = useCall(siteCalls.listGatewayAll, undefined, { refetchEvery: askedEvery })
  if (!data)
    return error ? <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} /> : <Skeleton active />
  const own = data.find(({ name }) => name === 'helmetService')
  const vendor = data.find(({ name }) => name === 'helmetLink')
  return (
    <div className={styles['whole']}>
      {mayTest && (
        <Row justify="flex-end" gap={8}>
          {broadcast && <Button onClick={() => broadcast({})}>{t('broadcastTo')}</Button>}
          <Button onClick={() => setTesting(true)}>{t('testMessage')}</Button>
        </Row>
      )}
      <div className={styles['screen']}>
        {own && (
          <Panel title={t('ownService')} extra={<span className="quiet">{t('sinceStart')}</span>}>
            <WayIn gateway={own} isOurs />
          </Panel>
        )}
        <Panel title={t('vendorService')} extra={vendor && <span className="quiet">{t('sinceStart')}</span>}>
          {vendor ? (
            <WayIn gateway={vendor} isOurs={false} />
          ) : (
            <EmptyState icon="helmet" hint={t('noVendor')} title={t('none')} />
          )}
        </Panel>
      </div>
      <Panel title={t('calls')}>
        <CallLog />
      </Panel>
      {testing && <TestMessage onClose={() => setTesting(false)} />}
    </div>
  )
}
