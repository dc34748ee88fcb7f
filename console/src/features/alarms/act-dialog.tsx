import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { subjectOf } from '@vigil/contract/alarms/subject.ts'
import { shelvedAtMost, shelveReason, type Alarm, type AlarmStep } from '@vigil/contract/alarms/entities.ts'
import { endOfShift } from '@vigil/contract/alarms/statistics.ts'
import { receipt, type Receipt } from '@vigil/contract/devices/command.ts'
import { deviceType } from '@vigil/contract/devices/entities.ts'
import type { CodeOf } from '@vigil/contract/kernel/enumeration.ts'
import type { Call, DataOf, SentBodyOf } from '@vigil/contract/kernel/call.ts'
import { Button, Input, Select } from 'antd'
import { useState, type ReactNode } from 'react'
import { useCall, useCallMutation } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useOpenAlarms } from '../../shared/live/alarms.ts'
import { notify } from '../../shared/notices/notices.ts'
import { useUser } from '../../shared/session/session.ts'
import { useNow } from '../../shared/time/now.ts'
import { fromSiteTime, toSiteTime } from '../../shared/time/site-time.ts'
import { DragDialog } from '../../shared/ui/drag-dialog.tsx'
import { Row, Stack } from '../../shared/ui/layout.tsx'
import { LevelMark } from '../../shared/ui/level-mark.tsx'
import { acting, useActing } from './acting.ts'
import { Notice } from './confirm-parts.tsx'
import { quickerOne, refusalOf } from './refused-act.ts'
import { alarmTexts } from './texts.ts'
import styles from './confirm-dialog.module.css'

const longestNote = 500
const longestMessage = 120

/**
 * Sends what is done with an alarm; what was refused is told in the dialog, and what was typed stays. `failedOf` tells of an answer why it
 * came to nothing all the same; null where it did not.
 */
const useAct = <C extends Call>(
  alarm: Alarm,
  call: C,
  done: string,
  failedOf: (answer: DataOf<C>) => string | null = () => null,
) => {
  const t = useTexts(alarmTexts)
  const { mutate, isPending } = useCallMutation(call, { invalidates: [alarmCalls.listAlarmStep], showsRefusal: true })
  const [problem, setProblem] = useState<string | null>(null)
  const send = (body: SentBodyOf<C>): void => {
    if (isPending) return
    mutate(body, {
      onSuccess: (answer) => {
        const failed = failedOf(answer)
        setProblem(failed)
        if (failed !== null) return
        notify.success(done)
        acting.close()
      },
      onError: (refused) => {
        const present = quickerOne(refused)
        setProblem(present ? `${refusalOf(refused, alarm, t)} ${t('conflictHint')}` : refusalOf(refused, alarm, t))
        // He has been told: what he confirms next is of the alarm as it stands now.
        if (present) acting.found(present)
      },
    })
  }
  return { send, isPending, problem, setProblem }
}

interface ActFrameProps {
  readonly alarm: Alarm
  readonly title: string
  readonly problem: string | null
  readonly isPending: boolean
  readonly onSubmit: () => void
  readonly children: ReactNode
}

const ActFrame = ({ alarm, title, problem, isPending, onSubmit, children }: ActFrameProps) => {
  const t = useTexts(alarmTexts)
  return (
    <DragDialog
      open
      width={460}
      onClose={acting.close}
      title={
        <>
          <LevelMark level={alarm.alarmLevel} size={24} />
          {title} · {subjectOf(alarm)}
        </>
      }
      footer={
        <Row gap={10} justify="flex-end">
          <Button className={styles['button'] ?? ''} autoInsertSpace={false} onClick={acting.close}>
            {t('cancel')}
          </Button>
          <Button
            className={styles['button'] ?? ''}
            type="primary"
            autoInsertSpace={false}
            loading={isPending}
            onClick={onSubmit}
          >
            {t('ok')}
          </Button>
        </Row>
      }
    >
      {problem !== null && <Notice level="failed">{problem}</Notice>}
      <Stack gap={4}>{children}</Stack>
    </DragDialog>
  )
}

interface FieldProps {
  readonly label: string
  readonly children: ReactNode
}
const Field = ({ label, children }: FieldProps) => (
  <label className={styles['field']}>
    <span className={styles['label']}>{label}</span>
    {children}
  </label>
)

/** What may be said beside. */
const ShortNote = ({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) => {
  const t = useTexts(alarmTexts)
  return (
    <Field label={t('noteLabel')}>
      <Input
        value={value}
        maxLength={longestNote}
        placeholder={t('optional')}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}

interface AlarmProps {
  readonly alarm: Alarm
}

const Assign = ({ alarm }: AlarmProps) => {
  const t = useTexts(alarmTexts)
  const ownId = useUser()?.id
  const { data: people, isFetching } = useCall(alarmCalls.listAlarmHandler, { id: alarm.id })
  const [userId, setUserId] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const others = (people ?? []).filter(({ id }) => id !== ownId && id !== alarm.assigneeId)
  const chosen = others.find(({ id }) => id === userId)
  const { send, setProblem, ...act } = useAct(alarm, alarmCalls.assignAlarm, t('assigned', { user: chosen?.name ?? '' }))
  const submit = (): void => {
    if (!chosen) setProblem(t('chooseSomebody'))
    else send({ id: alarm.id, version: alarm.version, userId: chosen.id, note })
  }
  return (
    <ActFrame alarm={alarm} title={t('assignTitle')} {...act} onSubmit={submit}>
      <Field label={t('assignee')}>
        <Select
          aria-label={t('assignee')}
          showSearch={{ optionFilterProp: 'label' }}
          loading={isFetching}
          placeholder={t('chooseSomebody')}
          notFoundContent={isFetching ? null : t('noHandler')}
          value={userId}
          options={others.map(({ id, name, deptName }) => ({ value: id, label: deptName ? `${name} · ${deptName}` : name }))}
          onChange={setUserId}
        />
      </Field>
      <ShortNote value={note} onChange={setNote} />
    </ActFrame>
  )
}

const Note = ({ alarm }: AlarmProps) => {
  const t = useTexts(alarmTexts)
  const [note, setNote] = useState('')
  const { send, setProblem, ...act } = useAct(alarm, alarmCalls.noteAlarm, t('noted'))
  const submit = (): void => {
    if (note.trim() === '') setProblem(t('noteNeeded'))
    else send({ id: alarm.id, note })
  }
  return (
    <ActFrame alarm={alarm} title={t('noteTitle')} {...act} onSubmit={submit}>
      <Field label={t('noteLabel')}>
        <Input.TextArea
          value={note}
          maxLength={longestNote}
          autoSize={{ minRows: 3, maxRows: 8 }}
          onChange={({ target }) => setNote(target.value)}
        />
      </Field>
    </ActFrame>
  )
}

/** Words to the helmet or vehicle that it came from: three that are needed most, or one's own. */
const Message = ({ alarm }: AlarmProps) => {
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  const [message, setMessage] = useState('')
  const lost = ({ reason }: AlarmStep): string | null => {
    const became = receipt.codes.find((code) => code === reason)
    return became && undelivered.has(became) ? t('messageLost', { why: receipt.name(became, language) }) : null
  }
  const { send, setProblem, ...act } = useAct(alarm, alarmCalls.messageAlarmSource, t('messageSent'), lost)
  const submit = (): void => {
    if (message.trim() === '') setProblem(t('messageNeeded'))
    else send({ id: alarm.id, message })
  }
  return (
    <ActFrame
      alarm={alarm}
      title={t(alarm.deviceType === deviceType.code.car ? 'messageCarTitle' : 'messageTitle')}
      {...act}
      onSubmit={submit}
    >
      <p className="quiet">{t('messageHint')}</p>
      <Row gap={8} className="wrap">
        {([t('messageWait'), t('messageLeave'), t('messageAnswer')] as const).map((words) => (
          <Button key={words} size="small" onClick={() => setMessage(words)}>
            {words}
          </Button>
        ))}
      </Row>
      <Field label={t('messageLabel')}>
        <Input.TextArea
          value={message}
          maxLength={longestMessage}
          autoSize={{ minRows: 2, maxRows: 4 }}
          onChange={({ target }) => setMessage(target.value)}
        />
      </Field>
    </ActFrame>
  )
}
const undelivered: ReadonlySet<Receipt> = new Set(['failed', 'offline', 'timedOut'])

const lengths = [5, 10, 15, 60, 240, 480, 720] as const
/** Until its end, as one of the lengths. */
const shift = 'shift'

/** Put aside for so long, for a reason. */
const Shelve = ({ alarm }: AlarmProps) => {
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  const [chosen, setChosen] = useState<number | typeof shift>(15)
  const [reasonCode, setReason] = useState<CodeOf<typeof shelveReason> | null>(null)
  const [note, setNote] = useState('')
  const { send, setProblem, ...act } = useAct(alarm, alarmCalls.shelveAlarm, t('shelved'))
  const most = alarm.alarmLevel === 1 ? shelvedAtMost.levelOne : shelvedAtMost.others
  const now = useNow()
  const ends = endOfShift(toSiteTime(now))
  const endsInTime = fromSiteTime(ends) - now <= most * 60_000
  // The next shift may be too long.
  const value = chosen === shift && !endsInTime ? most : chosen
  const minutes = value === shift ? { minutes: most, shiftEnd: true } : { minutes: value }
  const submit = (): void => {
    if (reasonCode === null) setProblem(t('chooseReason'))
    else send({ id: alarm.id, version: alarm.version, ...minutes, reasonCode, note })
  }
  return (
    <ActFrame alarm={alarm} title={t('shelveTitle')} {...act} onSubmit={submit}>
      <p className="quiet">{t('shelveHint')}</p>
      <Field label={t('shelveFor')}>
        <Select
          aria-label={t('shelveFor')}
          value={value}
          options={[
            ...lengths
              .filter((length) => length <= most)
              .map((length) => ({
                value: length,
                label: length < 60 ? t('nMinutes', { n: length }) : t('nHours', { n: length / 60 }),
              })),
            ...(endsInTime ? [{ value: shift, label: t('untilShiftEnd', { time: ends.slice(11, 16) }) }] : []),
          ]}
          onChange={setChosen}
        />
      </Field>
      <Field label={t('reason')}>
        <Select
          aria-label={t('reason')}
          placeholder={t('chooseReason')}
          value={reasonCode}
          options={shelveReason.options(language)}
          onChange={setReason}
        />
      </Field>
      <ShortNote value={note} onChange={setNote} />
    </ActFrame>
  )
}

const isSameToHandle = (one: Alarm, other: Alarm): boolean =>
  one.status === other.status && one.assigneeId === other.assigneeId && one.shelvedUntil === other.shelvedUntil

const dialogs = { assign: Assign, note: Note, shelve: Shelve, message: Message } as const

/** What is done with an alarm beside confirming it, where that needs words. */
export const ActDialog = () => {
  const { act, alarm } = useActing()
  const present = useOpenAlarms(({ open }) => open.find(({ id }) => id === alarm?.id))
  if (act === null || alarm === null) return null
  const Dialog = dialogs[act]
  // That it came again, or returned, changes nothing of what is being decided; who has it or put it aside does.
  return <Dialog key={alarm.id} alarm={present && isSameToHandle(present, alarm) ? present : alarm} />
}
