import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { alarmReason, handlingStatus, type Alarm } from '@vigil/contract/alarms/entities.ts'
import type { ReactNode } from 'react'
import { failureText } from '../../shared/api/failure.ts'
import { useCallMutation } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts, type Translate } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { useCan, useUser } from '../../shared/session/session.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { confirmForm, meanwhile, type Meanwhile } from './confirm-form.ts'
import { confirming, useConfirming } from './confirming.ts'
import { newsIn, quickerOne } from './refused-act.ts'
import { alarmTexts } from './texts.ts'
import { watching } from './watching.ts'
import styles from './confirm-parts.module.css'

const statistics = [alarmCalls.listAlarmStaNumberByArea, alarmCalls.listAlarmStaNumberByType]
const lists = [alarmCalls.listUnHandledPage, alarmCalls.listHandledPage, alarmCalls.listHandledCount]

/** Sends a confirmation; whether it succeeded. */
const useSending = () => {
  const { mutateAsync, isPending, error, reset } = useCallMutation(alarmCalls.updateZdAlarm, {
    invalidates: [...statistics, ...lists],
    showsRefusal: true,
  })
  const send = async (alarm: Alarm): Promise<boolean> => {
    const { reason, note } = useConfirming.getState()
    watching.handledHere(alarm.id, true)
    const refuse = (refused: unknown): void => {
      watching.handledHere(alarm.id, false)
      const present = quickerOne(refused)
      if (!present) return
      confirming.take(present)
      watching.found(present)
      // What changed says more than that something did.
      reset()
    }
    // Not by the callbacks of `mutate`: the alarm may leave the column, and this with it, before the answer comes.
    try {
      await mutateAsync(confirmForm(alarm, reason, note))
      watching.drop(alarm.id)
      return true
    } catch (error) {
      refuse(error)
      return false
    }
  }
  return { send, isPending, error }
}

/** Confirming an alarm, as it stands now: what keeps from it, and the handling itself, after which nothing is left open. */
export const useConfirm = (alarm: Alarm) => {
  const t = useTexts(alarmTexts)
  const { seen } = useConfirming()
  const may = useCan('alarm:handle')
  const { send, isPending, error } = useSending()
  const news = seen && meanwhile(seen, alarm)
  const over = news?.kind === 'handled'
  const userId = useUser()?.id
  /** Who has it, if that is somebody else. */
  const other =
    alarm.status !== handlingStatus.code.inProgress || alarm.assigneeId === null || alarm.assigneeId === userId
      ? null
      : alarm.assignee
  const confirm = async (): Promise<void> => {
    if (!(await send(alarm))) return
    notify.success(t('confirmed'))
    confirming.closeOf(alarm.id)
  }
  const submit = (): void => {
    if (may && !over && !isPending) void confirm()
  }
  return { submit, may, over, other, news, error, isPending }
}

const newsText = (news: Meanwhile, t: Translate<typeof alarmTexts.table>): string =>
  news.kind === 'handled' ? t('handledMeanwhile', news) : t('changedMeanwhile', { what: newsIn(news, t) })

/** What became of the alarm meanwhile, and why it could not be confirmed. */
export const Notices = ({ news, over, other, error, may }: Omit<ReturnType<typeof useConfirm>, 'submit' | 'isPending'>) => {
  const t = useTexts(alarmTexts)
  return (
    <>
      {news && <Notice level={over ? 'over' : 'changed'}>{newsText(news, t)}</Notice>}
      {other !== null && !news && <Notice level="over">{t('othersTurn', { user: other })}</Notice>}
      {error && !news && <Notice level="failed">{t('notSaved', { reason: failureText(error) })}</Notice>}
      {!may && <Notice level="changed">{t('mayNotHandle')}</Notice>}
    </>
  )
}

export const Notice = ({ level, children }: { readonly level: 'over' | 'changed' | 'failed'; readonly children: ReactNode }) => (
  <div className={`${styles['notice']} ${styles[level]}`} role="alert">
    <Icon name={level === 'failed' ? 'danger' : 'sos'} />
    <span>{children}</span>
  </div>
)

/** Chips of which none or one is chosen; pressing the chosen one takes it back. */
export const Reasons = ({ labelledBy, onEnter }: { readonly labelledBy: string; readonly onEnter: () => void }) => {
  const { language } = useLanguage()
  const { reason } = useConfirming()
  return (
    <div role="group" aria-labelledby={labelledBy} className={styles['chips']}>
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
    </div>
  )
}
