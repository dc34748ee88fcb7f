import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { caseCalls } from '@vigil/contract/cases/calls.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import { Button } from 'antd'
import { Link } from 'react-router'
import { useCall, useCallMutation } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { addressOf } from '../../shared/routes/address.ts'
import { useCan } from '../../shared/session/session.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { alarmTexts } from './texts.ts'
import styles from './cockpit.module.css'

/** Keeps an alarm as evidence, or leads to where it is kept; nothing for who may do neither. */
export const KeepEvidence = ({ alarm: { id } }: { readonly alarm: Alarm }) => {
  const t = useTexts(alarmTexts)
  const [may, sees] = [useCan('alarm:handle'), useCan('evidenceCaseMgmt')]
  const { data, isFetching } = useCall(caseCalls.listZdCaseByDeptId, { alarmId: id, pageNum: 1, pageSize: 1 }, { enabled: sees })
  const {
    mutate,
    isPending,
    data: made,
    variables: asked,
  } = useCallMutation(caseCalls.createZdCase, { invalidates: [caseCalls.listZdCaseByDeptId] })
  const kept = (data && paged(data).list[0]) ?? (asked?.alarmId === id ? made : undefined)
  if (kept && sees)
    return (
      <Link to={addressOf('evidenceCaseMgmt', { id: kept.id })} className={styles['kept']}>
        <Icon name="lock" size={16} />
        {t('evidenceCase', { number: kept.number })}
      </Link>
    )
  if (kept) return <span className={`good ${styles['kept']}`}>{t('evidenceKept')}</span>
  if (!may) return null
  return (
    <Button
      icon={<Icon name="lock" size={16} />}
      loading={isPending}
      // What was kept already becomes a link in its place: nothing changes under the pointer.
      disabled={isFetching}
      onClick={() => mutate({ alarmId: id }, { onSuccess: () => notify.success(t('evidenceKept')) })}
    >
      {t('keepEvidence')}
    </Button>
  )
}
