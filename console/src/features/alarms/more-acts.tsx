import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { handlingStatus, type Alarm } from '@vigil/contract/alarms/entities.ts'
import { Button, Dropdown, Tooltip } from 'antd'
import { useState } from 'react'
import { useCallMutation } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { isCryForHelp, isShelved } from '../../shared/live/unhandled.ts'
import { notify } from '../../shared/notices/notices.ts'
import { writesIn } from '../../shared/session/scope.ts'
import { useCan, useUser } from '../../shared/session/session.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { acting, type Act } from './acting.ts'
import { isGiven } from './describe.ts'
import { quickerOne, refusalOf } from './refused-act.ts'
import { alarmTexts } from './texts.ts'
import { watching } from './watching.ts'

interface AlarmProps {
  readonly alarm: Alarm
}

interface TakingOver {
  /** Null where it is one's own already or over, and for who may not. */
  readonly take: (() => void) | null
  readonly isPending: boolean
}

/** Takes an alarm over, from whoever has it. */
export const useTakeOver = (alarm: Alarm): TakingOver => {
  const t = useTexts(alarmTexts)
  const may = useCan('alarm:handle')
  const ownId = useUser()?.id
  const { mutate, isPending } = useCallMutation(alarmCalls.assignAlarm, {
    invalidates: [alarmCalls.listAlarmStep, alarmCalls.listUnHandledPage],
    showsRefusal: true,
  })
  const isOwn = alarm.assigneeId !== null && alarm.assigneeId === ownId && alarm.status === handlingStatus.code.inProgress
  // What another gave him is not his before he says so.
  if (!may || alarm.status === handlingStatus.code.handled || (isOwn && !isGiven(alarm))) return { take: null, isPending }
  const take = (): void =>
    mutate(
      { id: alarm.id, version: alarm.version },
      {
        onSuccess: () => notify.success(t('taken')),
        onError: (refused) => {
          const present = quickerOne(refused)
          if (present) watching.found(present)
          notify.error(t('notDone', { reason: refusalOf(refused, alarm, t) }))
        },
      },
    )
  return { take, isPending }
}

/** The button of it; nothing where it is not to be taken over. */
export const TakeOver = ({ alarm }: AlarmProps) => {
  const t = useTexts(alarmTexts)
  const { take, isPending } = useTakeOver(alarm)
  return (
    take && (
      <Button style={{ height: 40 }} autoInsertSpace={false} loading={isPending} onClick={take}>
        {t('take')}
      </Button>
    )
  )
}

/** Brings back what was put aside; nothing for who may not. */
export const Unshelve = ({ alarm }: AlarmProps) => {
  const t = useTexts(alarmTexts)
  const may = useCan('alarm:handle')
  const { mutate, isPending } = useCallMutation(alarmCalls.unshelveAlarm, {
    invalidates: [alarmCalls.listAlarmStep, alarmCalls.listUnHandledPage],
    showsRefusal: true,
  })
  if (!may) return null
  const end = (): void =>
    mutate(
      { id: alarm.id, version: alarm.version },
      { onError: (refused) => notify.error(t('notDone', { reason: refusalOf(refused, alarm, t) })) },
    )
  return (
    <Button size="small" loading={isPending} onClick={end}>
      {t('unshelve')}
    </Button>
  )
}

/** What else may be done with an alarm that waits. */
export const useActs = (alarm: Alarm): readonly (readonly [Act, string])[] => {
  const t = useTexts(alarmTexts)
  // Who was told of one beyond his scope does not take it from those whose it is.
  const isOwn = writesIn(useUser(), alarm.deptId)
  return [
    ['assign', t('assign')],
    ['note', t('noteAct')],
    // A call for help is never put aside; what comes and goes is, whether it is here or gone just now.
    ...(isCryForHelp(alarm) || isShelved(alarm) || !isOwn ? [] : ([['shelve', t('shelveAct')]] as const)),
  ]
}

/** What else is done with an alarm; nothing for who may not. */
export const MoreActs = ({ alarm }: AlarmProps) => {
  const t = useTexts(alarmTexts)
  const may = useCan('alarm:handle')
  const [isOpen, setOpen] = useState(false)
  const acts = useActs(alarm)
  if (!may) return null
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      onOpenChange={setOpen}
      menu={{ items: acts.map(([act, label]) => ({ key: act, label, onClick: () => acting.open(act, alarm) })) }}
    >
      {/* Where the menu opens upwards the name of its button would lie over what is chosen. */}
      <Tooltip title={isOpen ? undefined : t('more')}>
        <Button style={{ height: 40 }} aria-label={t('more')} icon={<Icon name="dots" />} />
      </Tooltip>
    </Dropdown>
  )
}
