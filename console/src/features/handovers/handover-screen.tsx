import { handoverCalls } from '@vigil/contract/handovers/calls.ts'
import type { ShiftHandover } from '@vigil/contract/handovers/entities.ts'
import { Button, Input, Skeleton } from 'antd'
import { useId, useState } from 'react'
import { useCall, useCallMutation } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { UserPicker } from '../../shared/pick/user-picker.tsx'
import { useCan } from '../../shared/session/session.ts'
import { stored } from '../../shared/storage.ts'
import { Row, Stack } from '../../shared/ui/layout.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { ErrorState } from '../../shared/ui/states.tsx'
import { Facts } from './facts.tsx'
import styles from './handovers.module.css'
import { Records } from './records.tsx'
import { handoverTexts } from './texts.ts'
import { useSettle } from './use-settle.ts'

const longestNote = 2_000

/** 交接班: how the site stands, handed over and taken by name. */
export const HandoverScreen = () => {
  const t = useTexts(handoverTexts)
  const mayGive = useCan('shiftHandoverMgmt:edit')
  const { data, error, isFetching, refetch } = useCall(handoverCalls.getShiftFacts, undefined, { keepPrevious: true })
  return (
    <div className={styles['screen']}>
      <Panel title={t('now')} padded={false} className={styles['now'] ?? ''}>
        {data ? (
          <Facts facts={data} fills />
        ) : error ? (
          <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Skeleton active className={styles['waiting'] ?? ''} paragraph={{ rows: 6 }} />
        )}
      </Panel>
      <div className={styles['side']}>
        {mayGive && <Giving ready={data !== undefined} />}
        <Records mayTake={mayGive} />
      </div>
    </div>
  )
}

/** What is typed of a shift outlives its screen: it goes with who signs out. */
const keptNote = stored('session', 'vigil.handoverNote')
/** Nobody has two that wait. */
const ownWaiting = { isOwn: true, isTaken: false, pageSize: 1 }

/** `ready`: what is handed over is on the screen. */
const Giving = ({ ready }: { readonly ready: boolean }) => {
  const t = useTexts(handoverTexts)
  const id = useId()
  const [note, setNote] = useState(() => keptNote.read() ?? '')
  const [to, setTo] = useState<string | null>(null)
  const type = (text: string): void => {
    setNote(text)
    keptNote.write(text === '' ? null : text)
  }
  const { data, error, isFetching, refetch } = useCall(handoverCalls.listZdHandoverPage, ownWaiting, { keepPrevious: true })
  const [waiting] = data?.list ?? []
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
    <Panel title={t('give')} className="fixed">
      {!data && error && <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      {/* What he wrote is there to be put right and handed over again. */}
      {waiting && <OwnWaits handover={waiting} onWithdrawn={() => type(note || waiting.note)} />}
      {data && !waiting && (
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
          <Row gap={8}>
            <div className={`grow ${styles['to']}`}>
              <UserPicker id={`${id}to`} placeholder={t('toHint')} value={to} onChange={(chosen) => setTo(chosen)} />
            </div>
            <Button type="primary" autoInsertSpace={false} disabled={!ready} loading={give.isPending} onClick={send}>
              {t('give')}
            </Button>
          </Row>
        </Stack>
      )}
    </Panel>
  )
}

interface OwnWaitsProps {
  readonly handover: ShiftHandover
  readonly onWithdrawn: () => void
}

const OwnWaits = ({ handover, onWithdrawn }: OwnWaitsProps) => {
  const t = useTexts(handoverTexts)
  const { settle, isPending } = useSettle(handoverCalls.withdrawZdHandover, handover, () => {
    notify.success(t('withdrew'))
    onWithdrawn()
  })
  return (
    <Row className="surface" gap={12} pad={12}>
      <span className="grow">{t('ownWaits', { time: handover.givenAt.slice(5, 16) })}</span>
      <Button autoInsertSpace={false} loading={isPending} onClick={settle}>
        {t('withdraw')}
      </Button>
    </Row>
  )
}
