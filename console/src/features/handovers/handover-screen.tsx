import { handoverCalls } from '@vigil/contract/handovers/calls.ts'
import type { ShiftHandover } from '@vigil/contract/handovers/entities.ts'
import { Button, Collapse, Input, Skeleton } from 'antd'
import { useId, useState } from 'react'
import { invalidate, useCall, useCallMutation } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { UserPicker } from '../../shared/pick/user-picker.tsx'
import { useCan } from '../../shared/session/session.ts'
import { stored } from '../../shared/storage.ts'
import { Row, Stack } from '../../shared/ui/layout.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx'
import { Facts } from './facts.tsx'
import styles from './handovers.module.css'
import { handoverTexts } from './texts.ts'

/** The last of them: some days of shifts. */
const records = { pageNum: 1, pageSize: 30 }
const longestNote = 2_000

/** 交接班: how the site stands, handed over and taken by name. */
export const HandoverScreen = () => {
  const mayGive = useCan('shiftHandoverMgmt:edit')
  return (
    <div className={styles['screen']}>
      <Giving mayGive={mayGive} />
      <Records mayTake={mayGive} />
    </div>
  )
}

/** What is typed of a shift outlives its screen: it goes with who signs out. */
const keptNote = stored('session', 'vigil.handoverNote')

const Giving = ({ mayGive }: { readonly mayGive: boolean }) => {
  const t = useTexts(handoverTexts)
  const id = useId()
  const { data, error, isFetching, refetch } = useCall(handoverCalls.getShiftFacts, undefined, { keepPrevious: true })
  const [note, setNote] = useState(() => keptNote.read() ?? '')
  const [to, setTo] = useState<string | null>(null)
  const type = (text: string): void => {
    setNote(text)
    keptNote.write(text === '' ? null : text)
  }
  const waiting = useCall(handoverCalls.listZdHandoverPage, records, { keepPrevious: true }).data?.list.find(
    ({ own, takenAt }) => own && takenAt === null,
  )
  const give = useCallMutation(handoverCalls.giveZdHandover, { invalidates: [handoverCalls.listZdHandoverPage] })
  const send = (): void =>
    give.mutate(
      { note, ...(to === null ? {} : { toUserId: to }) },
      {
        onSuccess: () => {
          notify.success(t('gave'))
          type('')
          setTo(null)
        },
      },
    )
  return (
    <Panel title={t('now')}>
      <Stack gap={16}>
        {data ? (
          <Facts facts={data} />
        ) : error ? (
          <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Skeleton active paragraph={{ rows: 6 }} />
        )}
        {mayGive && waiting && <p className="note">{t('ownWaits', { time: waiting.givenAt.slice(5, 16) })}</p>}
        {mayGive && !waiting && (
          <Stack gap={8}>
            <label htmlFor={`${id}note`}>{t('note')}</label>
            <Input.TextArea
              id={`${id}note`}
              rows={4}
              maxLength={longestNote}
              placeholder={t('noteHint')}
              value={note}
              onChange={({ target }) => type(target.value)}
            />
            <label htmlFor={`${id}to`}>{t('to')}</label>
            <UserPicker id={`${id}to`} placeholder={t('toHint')} value={to} onChange={(chosen) => setTo(chosen)} />
            <Row justify="flex-end">
              <Button type="primary" autoInsertSpace={false} disabled={!data} loading={give.isPending} onClick={send}>
                {t('give')}
              </Button>
            </Row>
          </Stack>
        )}
      </Stack>
    </Panel>
  )
}

const Records = ({ mayTake }: { readonly mayTake: boolean }) => {
  const t = useTexts(handoverTexts)
  const { data, error, isFetching, refetch } = useCall(handoverCalls.listZdHandoverPage, records, { keepPrevious: true })
  return (
    <Panel title={t('records')}>
      {!data && error && <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 6 }} />}
      {data?.list.length === 0 && <EmptyState icon="tray" title={t('noRecords')} hint={t('noRecordsHint')} />}
      {data && data.list.length > 0 && (
        <Stack gap={12}>
          {data.list.map((handover) => (
            <Handover key={handover.id} handover={handover} mayTake={mayTake} />
          ))}
        </Stack>
      )}
    </Panel>
  )
}

interface HandoverProps {
  readonly handover: ShiftHandover
  readonly mayTake: boolean
}

const Handover = ({ handover, mayTake }: HandoverProps) => {
  const t = useTexts(handoverTexts)
  const { id, version, givenBy, givenAt, toUser, takenBy, takenAt, note, facts, mine } = handover
  const take = useCallMutation(handoverCalls.takeZdHandover, { invalidates: [handoverCalls.listZdHandoverPage] })
  const send = (): void =>
    take.mutate(
      { id, version },
      {
        onSuccess: () => notify.success(t('took')),
        // Somebody else was quicker, say: then it stands here as his.
        onError: () => invalidate(handoverCalls.listZdHandoverPage),
      },
    )
  const state =
    takenAt === null
      ? toUser
        ? t('waitingFor', { name: toUser })
        : t('waiting')
      : t('taken', { name: takenBy, time: takenAt.slice(5, 16) })
  return (
    <article className="surface" aria-label={t('given', { name: givenBy })}>
      <Stack gap={8} pad={12}>
        <Row gap={8}>
          <b className="grow">
            {t('given', { name: givenBy })} <span className="quiet">{givenAt.slice(0, 16)}</span>
          </b>
          <span className="soft">{state}</span>
          {mine && mayTake && (
            <Button type="primary" autoInsertSpace={false} loading={take.isPending} onClick={send}>
              {t('take')}
            </Button>
          )}
        </Row>
        <p className={note ? styles['said'] : 'note'}>{note || t('noNote')}</p>
        <Collapse ghost size="small" items={[{ key: 'facts', label: t('stood'), children: <Facts facts={facts} /> }]} />
      </Stack>
    </article>
  )
}
