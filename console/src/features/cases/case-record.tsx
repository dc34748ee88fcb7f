import { caseCalls } from '@vigil/contract/cases/calls.ts'
import {
  caseStatus,
  caseUrl,
  isFull,
  itemKind,
  mostBytes,
  mostItems,
  type CaseFailing,
  type CaseItem,
  type CaseStep,
} from '@vigil/contract/cases/entities.ts'
import type { EvidenceCase } from '@vigil/contract/cases/evidence-case.ts'
import { Button } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { failureText } from '../../shared/api/failure.ts'
import { useCall, useCallMutation } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { addressOf } from '../../shared/routes/address.ts'
import { useCan } from '../../shared/session/session.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { Row, Stack } from '../../shared/ui/layout.tsx'
import { PlainTable } from '../../shared/ui/plain-table.tsx'
import { ErrorState } from '../../shared/ui/states.tsx'
import { CaseDialog, type CaseAct } from './case-dialog.tsx'
import { CaseStatus } from './case-status.tsx'
import { stepIn } from './describe-step.ts'
import { sizeText } from '../../shared/pick/file-limits.ts'
import { caseTexts } from './texts.ts'
import styles from './case-record.module.css'

/** One case with its items, its history and what can be done with it. */
export const CaseRecord = ({ record }: { readonly record: EvidenceCase }) => {
  const t = useTexts(caseTexts)
  const { data, error, refetch } = useCall(caseCalls.getZdCaseById, { id: record.id })
  const present = data?.case ?? record
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <Stack gap={16} pad="16px 0 0">
      <Actions present={present} follows={data?.follows === true} />
      {data?.follows && present.status === caseStatus.code.open && <p className={`quiet ${styles['note']}`}>{t('follows')}</p>}
      {data?.failing && <Failing failing={data.failing} />}
      {data && isFull(data.items.length, data.bytes) && (
        <p className={`bad ${styles['note']}`} role="status">
          {t('full', { items: mostItems, size: sizeText(mostBytes) })}
        </p>
      )}
      <p className={styles['note']}>{present.note || <span className="quiet">{t('noNote')}</span>}</p>
      {data && (
        <>
          <Part title={t('itemsHeld', { items: data.items.length, size: sizeText(data.bytes) })}>
            <Items items={data.items} />
          </Part>
          <Part title={t('history')}>
            <History steps={data.steps} />
          </Part>
        </>
      )}
    </Stack>
  )
}

const Failing = ({ failing: { reason, since, times, next } }: { readonly failing: CaseFailing }) => {
  const t = useTexts(caseTexts)
  return (
    <p className={`bad ${styles['note']}`} role="status">
      {t('failing', { reason, since, times, next })}
    </p>
  )
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles['title']}>
        {title}
      </h3>
      {children}
    </section>
  )
}

interface ActionsProps {
  readonly present: EvidenceCase
  /** Its alarm may have gone on since. */
  readonly follows: boolean
}

const Actions = ({ present, follows }: ActionsProps) => {
  const t = useTexts(caseTexts)
  const may = useCan('alarm:handle')
  const [live, past] = [useCan('alarmRealMgmt'), useCan('alarmHisMgmt')]
  const [act, setAct] = useState<CaseAct | null>(null)
  const { mutate, isPending } = useCallMutation(caseCalls.saveZdCase, {
    invalidates: [caseCalls.getZdCaseById, caseCalls.listZdCaseByDeptId],
    showsRefusal: true,
  })
  const follow = useCallMutation(caseCalls.followZdCase, {
    invalidates: [caseCalls.getZdCaseById, caseCalls.listZdCaseByDeptId],
    showsRefusal: true,
  })
  const bringUpToDate = (): void =>
    follow.mutate(
      { id: present.id },
      {
        onSuccess: ({ added }) => notify.success(added === 0 ? t('nothingNew') : t('followed', { n: added })),
        onError: (refused) => notify.error(t('notDone', { reason: failureText(refused) })),
      },
    )
  const isClosed = present.status === caseStatus.code.closed
  const turn = (): void => {
    const { id, version, title, note } = present
    mutate(
      { id, version, title, note, status: isClosed ? 'open' : 'closed' },
      {
        onSuccess: () => notify.success(t(isClosed ? 'reopened' : 'closed')),
        onError: (refused) => notify.error(t('notDone', { reason: failureText(refused) })),
      },
    )
  }
  return (
    <Row gap={8} className="wrap">
      <CaseStatus of={present} />
      <Button type="primary" href={caseUrl(present.id)} download icon={<Icon name="download" size={16} />}>
        {t('download')}
      </Button>
      {may && !isClosed && (
        <>
          {follows && (
            <Button loading={follow.isPending} onClick={bringUpToDate}>
              {t('follow')}
            </Button>
          )}
          <Button onClick={() => setAct('note')}>{t('addNote')}</Button>
          <Button onClick={() => setAct('file')}>{t('addFile')}</Button>
        </>
      )}
      {may && <Button onClick={() => setAct('edit')}>{t('edit')}</Button>}
      {may && (
        <Button loading={isPending} onClick={turn}>
          {t(isClosed ? 'reopen' : 'close')}
        </Button>
      )}
      {(live || past) && <Link to={addressOf('alarmCockpit', { id: present.alarmId })}>{t('openAlarm')}</Link>}
      {act && <CaseDialog key={act} act={act} present={present} onClose={() => setAct(null)} />}
    </Row>
  )
}

/** Characters of a fingerprint that are written; the whole one is told beside. */
const short = 12

const Items = ({ items }: { readonly items: readonly CaseItem[] }) => {
  const t = useTexts(caseTexts)
  const { language } = useLanguage()
  return (
    <PlainTable>
      <thead>
        <tr>
          <th>{t('name')}</th>
          <th>{t('size')}</th>
          <th>{t('sha256')}</th>
          <th>{t('added')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ id, name, kind, size, sha256, text, addedBy, addedAt, withheld }) => (
          <tr key={id}>
            <td className={styles['name']}>
              {name}
              <div className="quiet">{itemKind.name(kind, language)}</div>
              {withheld && <div className="soft">{t('withheld')}</div>}
              {text && <div className="soft">{text}</div>}
            </td>
            <td className="oneLine">{sizeText(size)}</td>
            <td className="oneLine">
              <code title={sha256}>{sha256.slice(0, short)}</code>
            </td>
            <td>
              <div className="oneLine" title={addedAt}>
                {addedAt.slice(5, 16)}
              </div>
              <div className="soft">{addedBy}</div>
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  )
}

const History = ({ steps }: { readonly steps: readonly CaseStep[] }) => {
  const { language } = useLanguage()
  return (
    <ol className={styles['steps']}>
      {steps.map((step, at) => (
        // Steps are only ever added, so that their place names them.
        <li key={at}>
          <time>{step.at}</time>
          <span>{stepIn(step, language)}</span>
        </li>
      ))}
    </ol>
  )
}
