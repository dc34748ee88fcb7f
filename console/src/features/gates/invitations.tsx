import type { VisitInvitation } from '@vigil/contract/gates/booking.ts'
import { gateCalls } from '@vigil/contract/gates/calls.ts'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { failureText } from '../../shared/api/failure.ts'
import { useCall, useCallMutation } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { useCan } from '../../shared/session/session.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { Row } from '../../shared/ui/layout.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { PlainTable } from '../../shared/ui/plain-table.tsx'
import { QuestionDialog } from '../../shared/ui/question-dialog.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx'
import styles from './gates.module.css'
import { MakeInvitation } from './make-invitation.tsx'
import { gateTexts } from './texts.ts'
import { VisitSwitch } from './view-switch.tsx'

/** 预约链接: what QR codes lead to, while they hold. */
export const Invitations = () => {
  const t = useTexts(gateTexts)
  const may = useCan('visitRecordMgmt:edit')
  const [making, setMaking] = useState(false)
  const [ending, setEnding] = useState<VisitInvitation | null>(null)
  const { data, error, isFetching, refetch } = useCall(gateCalls.listVisitInvitationAll, undefined, { keepPrevious: true })
  const make = may && (
    <Button type="primary" autoInsertSpace={false} icon={<Icon name="plus" size={16} />} onClick={() => setMaking(true)}>
      {t('newLink')}
    </Button>
  )
  return (
    <Panel
      title={t('invitations')}
      padded={false}
      className={styles['links'] ?? ''}
      extra={
        <Row gap={12}>
          <VisitSwitch />
          {make}
        </Row>
      }
    >
      {!data && error && <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton active className={styles['waiting'] ?? ''} paragraph={{ rows: 6 }} />}
      {data?.length === 0 && (
        <EmptyState icon="unlink" title={t('noLinks')} hint={t('noLinksHint')}>
          {make}
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <PlainTable>
          <thead>
            <tr>
              <th>{t('host')}</th>
              <th>{t('department')}</th>
              <th>{t('note')}</th>
              <th>{t('uses')}</th>
              <th>{t('expiresAt')}</th>
              <th>{t('madeBy')}</th>
              <th aria-label={t('revoke')} />
            </tr>
          </thead>
          <tbody>
            {data.map((one) => (
              <tr key={one.id}>
                <td>{one.hostName || <span className="quiet">{t('anyHost')}</span>}</td>
                <td>{one.deptName || '—'}</td>
                <td>{one.note}</td>
                <td>
                  {one.uses} / {one.mostUses}
                </td>
                <td>{one.expiresAt}</td>
                <td>
                  {one.madeBy}
                  <div className="quiet">{one.madeAt}</div>
                </td>
                <td>
                  {may && (
                    <Button size="small" danger autoInsertSpace={false} onClick={() => setEnding(one)}>
                      {t('revoke')}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      )}
      {making && <MakeInvitation onClose={() => setMaking(false)} />}
      {ending && <EndInvitation key={ending.id} invitation={ending} onClose={() => setEnding(null)} />}
    </Panel>
  )
}

interface EndProps {
  readonly invitation: VisitInvitation
  readonly onClose: () => void
}

const EndInvitation = ({ invitation: { id, hostName, note }, onClose }: EndProps) => {
  const t = useTexts(gateTexts)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { mutate, isPending } = useCallMutation(gateCalls.revokeVisitInvitation, {
    invalidates: [gateCalls.listVisitInvitationAll],
    showsRefusal: true,
  })
  const end = (): void =>
    mutate(
      { id },
      {
        onSuccess: () => {
          notify.success(t('revoked'))
          onClose()
        },
        onError: (refused) => setRefusal(failureText(refused)),
      },
    )
  return (
    <QuestionDialog
      open
      title={t('revoke')}
      question={[hostName, note].filter(Boolean).join(' · ') || t('anyHost')}
      hint={t('revokeQuestion')}
      refusal={refusal}
      onClose={onClose}
      footer={
        <>
          <Button autoInsertSpace={false} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button danger autoInsertSpace={false} loading={isPending} onClick={end}>
            {t('revoke')}
          </Button>
        </>
      }
    />
  )
}
