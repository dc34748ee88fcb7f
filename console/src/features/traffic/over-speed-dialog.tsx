import { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { longestStopNote, stopKind } from '@vigil/contract/traffic/entities.ts'
import { Button, Input, Tooltip } from 'antd'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { failureText } from '../../shared/api/failure.ts'
import { useCall, useCallMutation } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { follow } from '../../shared/live/follow-records.ts'
import { useServerNow } from '../../shared/live/hooks.ts'
import { notify } from '../../shared/notices/notices.ts'
import { addressOf } from '../../shared/routes/address.ts'
import { useCan } from '../../shared/session/session.ts'
import { formatSpan } from '../../shared/time/format.ts'
import { fromSiteTime } from '../../shared/time/site-clock.ts'
import { DragDialog } from '../../shared/ui/drag-dialog.tsx'
import { Icon } from '../../shared/ui/icon.tsx'
import { QuestionDialog } from '../../shared/ui/question-dialog.tsx'
import { closing, useClosing, type KnownOfStop } from './closing.ts'
import { closingForm, meanwhile, quickerOne } from './closing-form.ts'
import { usePops } from './pops.ts'
import type { TrafficStop } from './records.ts'
import { Speed } from './speed.tsx'
import { trafficTexts } from './texts.ts'
import { useClosesStops } from './use-traffic.ts'
import styles from './over-speed-dialog.module.css'

const width = 600

/** The record as it stands now; of one that was opened by what is known of it, once it was fetched. */
const useRecord = ({ id }: KnownOfStop) => {
  const { seen, now } = useClosing()
  const { data, error, refetch, isFetching } = useCall(trafficCalls.getZdTrafficStopById, { id }, { enabled: now === null })
  useEffect(() => {
    if (data) closing.take(data)
  }, [data])
  return { seen, now, error: now === null ? error : null, refetch, isFetching }
}

/** Sends the closing; whether it succeeded. */
const useSending = () => {
  const { mutateAsync, isPending } = useCallMutation(trafficCalls.saveZdTrafficStop, { showsRefusal: true })
  const [failure, setFailure] = useState<Error | null>(null)
  const send = async (body: ReturnType<typeof closingForm>): Promise<boolean> => {
    setFailure(null)
    try {
      closing.take(await mutateAsync(body))
      return true
    } catch (refused) {
      const present = quickerOne(refused)
      // What it became says more than that it did.
      if (present) closing.take(present)
      else setFailure(refused instanceof Error ? refused : new Error(String(refused)))
      return false
    }
  }
  return { send, isPending, failure }
}

interface DialogProps {
  readonly known: KnownOfStop
  readonly open: boolean
  readonly onClose: () => void
}

/** 超速报警确认: the five fields of a speeding record, or what is known of a forbidden stop; a note if the operator wants to give one, and its closing. */
export const OverSpeedDialog = ({ known, open, onClose }: DialogProps) => {
  const t = useTexts(trafficTexts)
  const noteId = useId()
  const may = useClosesStops()
  const { note, came } = useClosing()
  const { seen, now, error, refetch, isFetching } = useRecord(known)
  const { send, isPending, failure } = useSending()
  const [asks, setAsks] = useState(false)
  const ok = useRef<HTMLButtonElement>(null)
  const isParking = now?.kind === stopKind.code.parking
  const news = seen && now && meanwhile(seen, now)
  const over = news?.kind === 'handled'
  useFocus(came, ok)

  const submit = async (): Promise<void> => {
    setAsks(false)
    if (!now) return
    if (!(await send(closingForm(now, useClosing.getState().note)))) return
    notify.success(t('closed'))
    follow(['trafficStop', 'speedingRecord'])
    closing.closeOf(now.id)
  }
  const leave = (): void => {
    setAsks(false)
    notify.info(t('notClosed'))
  }

  return (
    <>
      <DragDialog
        open={open}
        width={width}
        onClose={onClose}
        title={t(isParking ? 'parkingTitle' : 'dialogTitle')}
        footer={
          <div className={styles['footer']}>
            <Others />
            <Button className={styles['button'] ?? ''} autoInsertSpace={false} onClick={onClose}>
              {t('dialogCancel')}
            </Button>
            <Tooltip title={may ? undefined : t('mayNotClose')}>
              <Button
                ref={ok}
                className={styles['button'] ?? ''}
                type="primary"
                autoInsertSpace={false}
                disabled={!may || over || now === null}
                loading={isPending}
                onClick={() => setAsks(true)}
              >
                {t('dialogOk')}
              </Button>
            </Tooltip>
          </div>
        }
      >
        {news && <Notice>{news.kind === 'handled' ? t('handledMeanwhile', news) : t('changedMeanwhile')}</Notice>}
        {failure && <Notice failed>{t('closingFailed', { reason: failureText(failure) })}</Notice>}
        {error && (
          <Notice failed>
            {t('notRead', { reason: failureText(error) })}{' '}
            <button type="button" className="link" disabled={isFetching} onClick={() => void refetch()}>
              {t('again')}
            </button>
          </Notice>
        )}
        <Fields known={known} />
        {may && !over && (
          <div className={styles['field']}>
            <label htmlFor={noteId} className={styles['label']}>
              {t('note')}
            </label>
            <Input.TextArea
              id={noteId}
              value={note}
              maxLength={longestStopNote}
              placeholder={t('optional')}
              autoSize={{ minRows: 2, maxRows: 5 }}
              onChange={({ target }) => closing.write(target.value)}
            />
          </div>
        )}
      </DragDialog>
      {/* Beside the dialog: within it the key that answers the question would close both. */}
      <QuestionDialog
        open={asks}
        title={t('questionTitle')}
        question={t(isParking ? 'parkingQuestion' : 'question', {
          plate: now?.plateNumber || t('noPlate'),
          time: (isParking ? now.startTime : known.passTime) ?? '',
        })}
        onClose={leave}
        footer={
          <>
            <Button autoInsertSpace={false} onClick={leave}>
              {t('no')}
            </Button>
            <Button type="primary" autoInsertSpace={false} onClick={() => void submit()}>
              {t('yes')}
            </Button>
          </>
        }
      />
    </>
  )
}

/** The button has the focus in a dialog that was asked for; what came by itself leaves it where somebody writes. */
const useFocus = (came: boolean, ok: { readonly current: HTMLButtonElement | null }): void => {
  const [before] = useState(() => document.activeElement)
  useEffect(() => {
    // After the dialog's own first focus.
    const frame = requestAnimationFrame(() => {
      if (!came) ok.current?.focus()
      else if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [came, before, ok])
}

/** What waits besides. */
const Others = () => {
  const t = useTexts(trafficTexts)
  const n = usePops(({ waiting }) => waiting.length)
  const sees = useCan('trafficStopMgmt')
  const text = n === 0 ? '' : t('othersWait', { n })
  return (
    <span className={styles['beside']}>
      {sees && n > 0 ? <Link to={addressOf('trafficStopMgmt', { kind: 'speeding', status: 0 })}>{text}</Link> : text}
    </span>
  )
}

const Notice = ({ failed = false, children }: { readonly failed?: boolean; readonly children: ReactNode }) => (
  <div className={styles['notice']} role="alert" data-failed={failed}>
    <Icon name={failed ? 'danger' : 'sos'} />
    <span>{children}</span>
  </div>
)

const Fields = ({ known }: { readonly known: KnownOfStop }) => {
  const t = useTexts(trafficTexts)
  const now = useClosing(({ now: record }) => record)
  const { nSpeed, illegalPlace, passTime } = now ?? known
  if (now?.kind === stopKind.code.parking) return <ParkingFields stop={now} />
  const fields: Listed = [
    // Until the rest of it is known, and where a vehicle has none.
    [t('plate'), now ? now.plateNumber || t('noPlate') : '…'],
    [t('speed'), <Speed key="speed" speed={nSpeed} limit={now?.nUpperSpeedLimit ?? null} />],
    [t('place'), illegalPlace || '—'],
    [t('time'), passTime ?? '—'],
    [t('stopTime'), now ? (now.stopTime ?? <span className="quiet">{t('notStopped')}</span>) : '…'],
  ]
  return <FieldList fields={fields} />
}

/** Of one that stands, or stood, where that is forbidden. */
const ParkingFields = ({ stop }: { readonly stop: TrafficStop }) => {
  const t = useTexts(trafficTexts)
  const { language } = useLanguage()
  const { plateNumber, illegalPlace, areaName, startTime, endTime } = stop
  const serverNow = useServerNow()
  const until = endTime === null ? serverNow : fromSiteTime(endTime)
  return (
    <FieldList
      fields={[
        [t('plate'), plateNumber || t('noPlate')],
        [t('parkingPlace'), illegalPlace || areaName || '—'],
        [t('parkedFrom'), startTime ?? '—'],
        [t('parkedFor'), startTime === null ? '—' : formatSpan(until - fromSiteTime(startTime), language)],
      ]}
    />
  )
}

type Listed = readonly (readonly [label: string, value: ReactNode])[]

const FieldList = ({ fields }: { readonly fields: Listed }) => (
  <dl className={styles['fields']}>
    {fields.map(([label, value]) => (
      <div key={label} className={styles['field']}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
