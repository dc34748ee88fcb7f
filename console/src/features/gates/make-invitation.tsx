import { mostBookings } from '@vigil/contract/gates/booking.ts'
import { gateCalls } from '@vigil/contract/gates/calls.ts'
import { createQrCode } from '@vigil/contract/files/calls.ts'
import { Alert, Button, Input, InputNumber, Select, Skeleton } from 'antd'
import { useId, useState } from 'react'
import { failureText } from '../../shared/api/failure.ts'
import { useCall, useCallMutation } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { DeptPicker } from '../../shared/pick/dept-picker.tsx'
import { useUser } from '../../shared/session/session.ts'
import { DragDialog } from '../../shared/ui/drag-dialog.tsx'
import { Row, Stack } from '../../shared/ui/layout.tsx'
import { ErrorState } from '../../shared/ui/states.tsx'
import styles from './gates.module.css'
import { HostName } from './host-input.tsx'
import { gateTexts } from './texts.ts'

const width = 460
const longestNote = 200
const day = 24
const usualUses = 50
/** Pixels of a side: it is printed as well. */
const qrSize = 512

interface MakeProps {
  readonly onClose: () => void
}

/** A link by which visitors book themselves, and its QR code once it is made. */
export const MakeInvitation = ({ onClose }: MakeProps) => {
  const t = useTexts(gateTexts)
  const id = useId()
  const user = useUser()
  const [hostName, setHostName] = useState('')
  const [deptId, setDeptId] = useState<string | null>(user?.belongDeptId ?? null)
  const [note, setNote] = useState('')
  const [hours, setHours] = useState(7 * day)
  const [mostUses, setMostUses] = useState(usualUses)
  const [problem, setProblem] = useState<string | null>(null)
  const [link, setLink] = useState<string | null>(null)
  const { mutate, isPending } = useCallMutation(gateCalls.createVisitInvitation, {
    invalidates: [gateCalls.listVisitInvitationAll],
    showsRefusal: true,
  })
  const make = (): void =>
    mutate(
      { hostName: hostName.trim(), deptId, note: note.trim(), hours, mostUses },
      {
        onSuccess: ({ path }) => setLink(`${window.location.origin}${path}`),
        onError: (refused) => setProblem(failureText(refused)),
      },
    )
  if (link !== null) return <ShownOnce link={link} onClose={onClose} />
  return (
    <DragDialog
      open
      width={width}
      title={t('linkTitle')}
      onClose={onClose}
      footer={
        <>
          <Button autoInsertSpace={false} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="primary" autoInsertSpace={false} loading={isPending} onClick={make}>
            {t('make')}
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        {problem !== null && <Alert type="error" showIcon title={problem} />}
        <div className={styles['field']}>
          <label htmlFor={`${id}host`}>{t('host')}</label>
          <HostName id={`${id}host`} value={hostName} placeholder={t('anyHost')} onChange={setHostName} />
        </div>
        <div className={styles['field']}>
          <label htmlFor={`${id}dept`}>{t('department')}</label>
          <DeptPicker id={`${id}dept`} value={deptId} onChange={(chosen) => setDeptId(chosen)} />
        </div>
        <div className={styles['field']}>
          <label htmlFor={`${id}hours`}>{t('validFor')}</label>
          <Select
            id={`${id}hours`}
            value={hours}
            options={[
              { value: day, label: t('aDay') },
              { value: 7 * day, label: t('aWeek') },
              { value: 30 * day, label: t('aMonth') },
              { value: 365 * day, label: t('aYear') },
            ]}
            onChange={setHours}
          />
        </div>
        <div className={styles['field']}>
          <label htmlFor={`${id}uses`}>{t('mostUses')}</label>
          <InputNumber
            id={`${id}uses`}
            className={styles['wide'] ?? ''}
            value={mostUses}
            min={1}
            max={mostBookings}
            precision={0}
            onChange={(chosen) => setMostUses(chosen ?? usualUses)}
          />
        </div>
        <div className={styles['field']}>
          <label htmlFor={`${id}note`}>{t('note')}</label>
          <Input id={`${id}note`} value={note} maxLength={longestNote} onChange={({ target }) => setNote(target.value)} />
        </div>
      </Stack>
    </DragDialog>
  )
}

interface ShownOnceProps {
  readonly link: string
  readonly onClose: () => void
}

/** The link itself. It is not shown again, so that nothing but its button closes it. */
const ShownOnce = ({ link, onClose }: ShownOnceProps) => {
  const t = useTexts(gateTexts)
  const { data, error, isFetching, refetch } = useCall(createQrCode, { text: link, size: qrSize }, { staleTime: Infinity })
  const copy = (): void => {
    navigator.clipboard.writeText(link).then(
      () => notify.success(t('copied')),
      () => notify.warning(t('notCopied')),
    )
  }
  return (
    <DragDialog
      open
      mask
      width={width}
      title={t('linkMade')}
      footer={
        <Button type="primary" autoInsertSpace={false} onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      <Stack gap={12}>
        <Alert type="warning" showIcon title={t('linkOnce')} />
        <Row gap={8}>
          <Input readOnly data-first value={link} aria-label={t('linkMade')} onFocus={({ target }) => target.select()} />
          <Button autoInsertSpace={false} onClick={copy}>
            {t('copy')}
          </Button>
        </Row>
        {data && <img className={styles['qr']} src={data.dataUrl} alt={t('qrCode')} />}
        {data && (
          <Button autoInsertSpace={false} href={data.dataUrl} download="visit.png">
            {t('saveQr')}
          </Button>
        )}
        {!data && error && <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      </Stack>
    </DragDialog>
  )
}
