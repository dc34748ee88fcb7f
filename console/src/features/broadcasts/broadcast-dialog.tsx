import { broadcastCalls } from '@vigil/contract/broadcasts/calls.ts'
import { sendingState, type BroadcastSending } from '@vigil/contract/broadcasts/sending.ts'
import { Alert, Button, Skeleton } from 'antd'
import { useRef, useState } from 'react'
import { failureText } from '../../shared/api/failure.ts'
import { useCall, useCallMutation } from '../../shared/api/queries.ts'
import type { BroadcastTarget } from '../../shared/calling/broadcasting.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { upload } from '../../shared/pick/upload.ts'
import { DragDialog } from '../../shared/ui/drag-dialog.tsx'
import { FormDialog } from '../../shared/ui/form-dialog.tsx'
import { Stack } from '../../shared/ui/layout.tsx'
import { ErrorState } from '../../shared/ui/states.tsx'
import { aimOf, draftFor, missingIn, type BroadcastDraft } from './broadcast-draft.ts'
import { BroadcastForm } from './broadcast-form.tsx'
import { Receipts } from './receipts.tsx'
import { broadcastTexts } from './texts.ts'

interface BroadcastDialogProps {
  readonly open: boolean
  readonly target: BroadcastTarget
  readonly onClose: () => void
}

/** What was sent: with the clip as it is kept, so that those who missed it may hear it again. */
interface Sent {
  readonly id: string
  readonly said: Pick<BroadcastDraft, 'text' | 'priority'> & { readonly clip: string | null }
}

/** Says something to helmets, and shows what becomes of it at each. */
export const BroadcastDialog = ({ open, target, onClose }: BroadcastDialogProps) =>
  open ? <Opened target={target} onClose={onClose} /> : null

const Opened = ({ target, onClose }: Omit<BroadcastDialogProps, 'open'>) => {
  const [draft, setDraft] = useState(() => draftFor(target))
  const [sent, setSent] = useState<Sent | null>(null)
  const alarmId = target.alarmId ?? null
  return sent ? (
    <Progress key={sent.id} sent={sent} alarmId={alarmId} onSent={setSent} onClose={onClose} />
  ) : (
    <Compose
      draft={draft}
      alarmId={alarmId}
      set={(changed) => setDraft((now) => ({ ...now, ...changed }))}
      onSent={setSent}
      onClose={onClose}
    />
  )
}

interface StepProps {
  readonly alarmId: string | null
  readonly onSent: (sent: Sent | null) => void
  readonly onClose: () => void
}

interface ComposeProps extends StepProps {
  readonly draft: BroadcastDraft
  readonly set: (changed: Partial<BroadcastDraft>) => void
}

const Compose = ({ draft, alarmId, set, onSent, onClose }: ComposeProps) => {
  const t = useTexts(broadcastTexts)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isUnderWay = useRef(false)
  const { mutateAsync } = useCallMutation(broadcastCalls.sendBroadcast, { showsRefusal: true })
  const send = async (): Promise<void> => {
    const missing = missingIn(draft)
    setProblem(missing && t(missing))
    const aim = aimOf(draft)
    if (missing !== null || aim === null || isUnderWay.current) return
    isUnderWay.current = true
    setBusy(true)
    try {
      const recorded = draft.by === 'recorded' ? draft.clip : null
      const clip = recorded && (await upload(recorded, () => undefined, new AbortController().signal)).id
      const said = { text: draft.text, priority: draft.priority, clip }
      const { id } = await mutateAsync({ ...aim, ...said, title: '', alarmId })
      onSent({ id, said })
    } catch (error) {
      setProblem(failureText(error))
    } finally {
      isUnderWay.current = false
      setBusy(false)
    }
  }
  return (
    <FormDialog title={t('title')} problem={problem} busy={isBusy} ok={t('send')} onClose={onClose} onSubmit={() => void send()}>
      {alarmId !== null && <Alert type="info" title={t('forAlarm', { id: alarmId })} />}
      <BroadcastForm draft={draft} set={set} />
    </FormDialog>
  )
}

const { failed, offline, pending } = sendingState.code

const Progress = ({ sent, alarmId, onSent, onClose }: StepProps & { readonly sent: Sent }) => {
  const t = useTexts(broadcastTexts)
  const { data, error, isFetching, refetch } = useCall(broadcastCalls.getBroadcast, { id: sent.id })
  return (
    <DragDialog
      open
      width={460}
      title={t('receipts')}
      onClose={onClose}
      footer={
        <>
          {data && <Further sending={data} sent={sent} alarmId={alarmId} onSent={onSent} />}
          <Button type="primary" autoInsertSpace={false} onClick={onClose}>
            {t('close')}
          </Button>
        </>
      }
    >
      {data ? (
        <Stack gap={10}>
          <strong className="breaks">{data.text || data.title}</strong>
          <Receipts sending={data} />
        </Stack>
      ) : error ? (
        <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton active />
      )}
    </DragDialog>
  )
}

interface FurtherProps extends Pick<StepProps, 'alarmId' | 'onSent'> {
  readonly sending: BroadcastSending
  readonly sent: Sent
}

/** What can be done with one that was sent: again for who missed it, no more for whom it waits. */
const Further = ({ sending: { id, receipts }, sent: { said }, alarmId, onSent }: FurtherProps) => {
  const t = useTexts(broadcastTexts)
  const again = useCallMutation(broadcastCalls.sendBroadcast)
  const cancelling = useCallMutation(broadcastCalls.cancelBroadcast)
  const missed = receipts.filter(({ state }) => state === failed || state === offline).map(({ deviceId }) => deviceId)
  return (
    <>
      <Button autoInsertSpace={false} onClick={() => onSent(null)}>
        {t('another')}
      </Button>
      {receipts.some(({ state }) => state === pending) && (
        <Button
          autoInsertSpace={false}
          loading={cancelling.isPending}
          onClick={() =>
            cancelling.mutate({ id }, { onSuccess: ({ cancelled }) => notify.success(t('cancelled', { n: cancelled })) })
          }
        >
          {t('cancelRest')}
        </Button>
      )}
      {missed.length > 0 && (
        <Button
          autoInsertSpace={false}
          loading={again.isPending}
          onClick={() =>
            again.mutate(
              { deviceIds: missed, ...said, title: '', alarmId },
              { onSuccess: (made) => onSent({ id: made.id, said }) },
            )
          }
        >
          {t('retry', { n: missed.length })}
        </Button>
      )}
    </>
  )
}
