import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { alarm as alarmSchema, alarmReason, alarmType, type Alarm } from '@vigil/contract/alarms/entities.ts'
import { CallRefused } from '@vigil/contract/kernel/client.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import { Button, Tooltip } from 'antd'
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { failureText } from '../../shared/api/failure.ts'
import { useCallMutation } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts, type Translate } from '../../shared/i18n/texts.ts'
import { alarmNameIn } from '../../shared/live/alarm-name.ts'
import { notify } from '../../shared/notices/notices.ts'
import { useCan, useUser } from '../../shared/session/session.ts'
import { DragDialog } from '../../shared/ui/drag-dialog.tsx'
import { Icon } from '../../shared/ui/icon.tsx'
import { LevelLabel, LevelMark } from '../../shared/ui/level-mark.tsx'
import { confirmForm, meanwhile, type Meanwhile } from './confirm-form.ts'
import { confirming, useConfirming } from './confirming.ts'
import { popups } from './popups.ts'
import { deviceKindOf, eventOf } from './describe.ts'
import { alarmTexts } from './texts.ts'
import styles from './confirm-dialog.module.css'

/** 报警确认: the seven fields of an alarm, a reason if the operator wants to give one, and the handling itself. */
export const AlarmConfirmDialog = () => {
  const { now, opening } = useConfirming()
  return now ? <Dialog key={opening} alarm={now} /> : null
}

const statistics = [alarmCalls.listAlarmStaNumberByArea, alarmCalls.listAlarmStaNumberByType]
const lists = [alarmCalls.listUnHandledPage, alarmCalls.listHandledPage, alarmCalls.listHandledCount]

/** Confirms an alarm; the dialog stays open unless that succeeded. */
const useConfirm = () => {
  const { mutate, isPending, error, reset } = useCallMutation(alarmCalls.updateZdAlarm, {
    invalidates: [...statistics, ...lists],
    showsRefusal: true,
  })
  const confirm = (alarm: Alarm, done: () => void): void => {
    popups.handledHere(alarm.id, true)
    mutate(confirmForm(alarm, useConfirming.getState().reason), {
      onSuccess: () => {
        popups.drop(alarm.id)
        done()
      },
      onError: (refused) => {
        popups.handledHere(alarm.id, false)
        if (!(refused instanceof CallRefused) || refused.code !== codes.conflict.code) return
        const present = alarmSchema.safeParse(refused.data)
        if (!present.success) return
        confirming.take(present.data)
        popups.found(present.data)
        // What changed says more than that something did.
        reset()
      },
    })
  }
  return { confirm, isPending, error }
}

const Dialog = ({ alarm }: { readonly alarm: Alarm }) => {
  const t = useTexts(alarmTexts)
  const { seen } = useConfirming()
  const may = useCan('alarm:handle')
  const user = useUser()
  const { confirm, isPending, error } = useConfirm()
  const button = useRef<HTMLButtonElement>(null)
  const news = seen && meanwhile(seen, alarm)
  const over = news?.kind === 'handled'
  const ready = may && !over && !isPending

  useEffect(() => {
    // After the dialog's own first focus.
    const frame = requestAnimationFrame(() => button.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])

  const submit = (): void => {
    if (!ready) return
    confirm(alarm, () => {
      notify.success(t('confirmed'))
      confirming.close()
    })
  }
  const entered = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.target instanceof HTMLButtonElement) return
    event.preventDefault()
    submit()
  }

  return (
    <DragDialog
      open
      width={600}
      onClose={confirming.close}
      title={
        <>
          <LevelMark level={alarm.alarmLevel} size={24} />
          {t('dialogTitle')}
        </>
      }
      footer={
        <div className={styles['footer']}>
          <span className={styles['consequence']}>{over ? '' : t('consequence', { user: user?.cname ?? '' })}</span>
          <Button className={styles['button'] ?? ''} autoInsertSpace={false} onClick={confirming.close}>
            {t('cancel')}
          </Button>
          <Tooltip title={may ? undefined : t('mayNotHandle')}>
            <Button
              ref={button}
              className={styles['button'] ?? ''}
              type="primary"
              autoInsertSpace={false}
              disabled={!may || over}
              loading={isPending}
              onClick={submit}
            >
              {t('ok')}
            </Button>
          </Tooltip>
        </div>
      }
    >
      <div onKeyDown={entered} role="presentation">
        {news && <Notice level={over ? 'over' : 'changed'}>{newsText(news, t)}</Notice>}
        {error && !news && <Notice level="failed">{t('notSaved', { reason: failureText(error) })}</Notice>}
        {!may && <Notice level="changed">{t('mayNotHandle')}</Notice>}
        <Fields alarm={alarm} />
        <Reasons onEnter={submit} />
      </div>
    </DragDialog>
  )
}

const newsText = (news: Meanwhile, t: Translate<typeof alarmTexts.table>): string => {
  switch (news.kind) {
    case 'handled':
      return t('handledMeanwhile', news)
    case 'taken':
      return t('changedMeanwhile', { what: t('nowTaken', news) })
    case 'counted':
      return t('changedMeanwhile', { what: t('nowCount', { n: news.count }) })
    case 'returned':
      return t('changedMeanwhile', { what: t('nowReturned') })
    case 'active':
      return t('changedMeanwhile', { what: t('nowActive') })
  }
}

const Notice = ({ level, children }: { readonly level: 'over' | 'changed' | 'failed'; readonly children: ReactNode }) => (
  <div className={`${styles['notice']} ${styles[level]}`} role="alert">
    <Icon name={level === 'failed' ? 'danger' : 'sos'} />
    <span>{children}</span>
  </div>
)

const Fields = ({ alarm }: { readonly alarm: Alarm }) => {
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  const fields: readonly (readonly [label: string, value: ReactNode])[] = [
    [t('deviceName'), alarm.deviceName],
    [t('alarmName'), alarmNameIn(alarm, language)],
    [t('deviceType'), deviceKindOf(alarm, language)],
    [t('alarmType'), alarmType.name(alarm.alarmType, language)],
    [t('alarmLevel'), <LevelLabel key="level" level={alarm.alarmLevel} size={20} />],
    [t('alarmTime'), alarm.findTime],
    [t('alarmInfo'), eventOf(alarm, language)],
  ]
  return (
    <dl className={styles['fields']}>
      {fields.map(([label, value]) => (
        <div key={label} className={styles['field']}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Chips of which none or one is chosen; pressing the chosen one takes it back. */
const Reasons = ({ onEnter }: { readonly onEnter: () => void }) => {
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  const { reason } = useConfirming()
  return (
    <div className={styles['field']}>
      <span id="alarm-reason" className={styles['label']}>
        {t('reason')}
      </span>
      <div role="group" aria-labelledby="alarm-reason" className={styles['chips']}>
        {alarmReason.options(language).map(({ value, label }) => (
          <button
            key={value}
            type="button"
            className={styles['chip']}
            aria-pressed={reason === value}
            onClick={() => confirming.choose(reason === value ? '' : value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              onEnter()
            }}
          >
            {reason === value && <Icon name="check" size={14} />}
            {label}
          </button>
        ))}
        <span className={styles['optional']}>{t('optional')}</span>
      </div>
    </div>
  )
}
