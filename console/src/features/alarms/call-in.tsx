import { handlingStatus, type Alarm } from '@vigil/contract/alarms/entities.ts'
import { subjectOf } from '@vigil/contract/alarms/subject.ts'
import { Button, Tooltip } from 'antd'
import { useEffect, useRef } from 'react'
import { useAnswer } from '../../shared/calling/answer.ts'
import { helmetCalls, isAlarmOf, useHelmetCalls, type HelmetCall } from '../../shared/calling/helmet-calls.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useOpenAlarms } from '../../shared/live/alarms.ts'
import { IconButton } from '../../shared/ui/bare-buttons.tsx'
import { Icon } from '../../shared/ui/icon.tsx'
import { isHandled } from './alarm-facts.tsx'
import { useTakeOver } from './more-acts.tsx'
import { alarmTexts } from './texts.ts'
import { useDevice } from './use-alarms.ts'
import styles from './call-in.module.css'

/** The alarm of the helmet that called last, by its id; null while none calls that an alarm tells of. */
export const useCalledFor = (): string | null => {
  const calls = useHelmetCalls((state) => state.calls)
  return useOpenAlarms(({ open }) => {
    for (const call of calls) {
      const of = open.find((alarm) => isAlarmOf(call, alarm))
      if (of) return of.id
    }
    return null
  })
}

interface CallInProps {
  readonly alarm: Alarm
  /** Who calls is said, where nothing beside it does. */
  readonly named?: boolean
}

/** The room into which the helmet of an alarm calls, entered with one click, which takes the alarm over; nothing where it only pressed. */
export const CallIn = ({ alarm, named = false }: CallInProps) => {
  const call = useHelmetCalls(({ calls }) => calls.find((one) => one.roomId !== null && isAlarmOf(one, alarm)))
  return call && !isHandled(alarm) ? <Calls alarm={alarm} named={named} call={call} /> : null
}

const Calls = ({ alarm, named, call }: Required<CallInProps> & { readonly call: HelmetCall }) => {
  const t = useTexts(alarmTexts)
  const row = useRef<HTMLDivElement>(null)
  const { take } = useTakeOver(alarm)
  const sipId = useDevice(alarm)?.object.sipId ?? call.sipId
  const { refusal, answer } = useAnswer({ ...call, sipId, name: subjectOf(alarm) }, alarm.id)
  // Wherever in the list its alarm stands.
  useEffect(() => {
    row.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const speak = (): void => {
    answer()
    // Whoever answers has it in hand, by which all consoles stop to call for it.
    if (alarm.status === handlingStatus.code.unhandled && take) take()
    else helmetCalls.drop(call)
  }
  const why = refusal === null ? undefined : t(refusal === 'noNumber' ? 'noSipNumber' : 'mayNotCall')
  return (
    <div ref={row} className={styles['call']} role="alert">
      <Icon name="phone" />
      <b className="grow">{named ? `${subjectOf(alarm)} · ${t('callsIn')}` : t('callsIn')}</b>
      <Tooltip title={why}>
        <Button type="primary" autoInsertSpace={false} disabled={refusal !== null} onClick={speak}>
          {t('answerCall')}
        </Button>
      </Tooltip>
      <IconButton small label={t('putCallAway')} onClick={() => helmetCalls.drop(call)}>
        <Icon name="close" size={14} />
      </IconButton>
    </div>
  )
}
