import { alarmCondition, alarmType, type Alarm } from '@vigil/contract/alarms/entities.ts'
import { subjectOf } from '@vigil/contract/alarms/subject.ts'
import { alarmLevel } from '@vigil/contract/hazards/entities.ts'
import { Button, Tooltip } from 'antd'
import { useRef, useState } from 'react'
import { useAlarmFlood } from '../../shared/live/alarms.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { waitingCalls } from '../../shared/live/unhandled.ts'
import { useShortcut } from '../../shared/shortcuts/shortcuts.ts'
import { formatDuration } from '../../shared/time/format.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { Row } from '../../shared/ui/layout.tsx'
import { LevelMark } from '../../shared/ui/level-mark.tsx'
import { narrowBelow, useBelow } from '../../shared/ui/use-media.ts'
import { useBeginConfirming, useLocate } from './actions.tsx'
import { AlarmRow } from './alarm-card.tsx'
import { AlarmGroup } from './alarm-group.tsx'
import { CallIn, useCalledFor } from './call-in.tsx'
import { CalledUpon } from './called-upon.tsx'
import { useConfirming } from './confirming.ts'
import { mapAddressOf } from './describe.ts'
import { Mute } from './mute.tsx'
import { isGroup } from './order.ts'
import { calls } from './sounding.ts'
import { alarmTexts, focusAlarm } from './texts.ts'
import { useAge, useAlarmHere, useDevice, useIsShown, usePlaceSaid, useStanding } from './use-alarms.ts'
import { useGroups, type Drawn } from './use-groups.ts'
import { useOrder } from './use-order.ts'
import { useWatching } from './watching.ts'
import styles from './alarm-bar.module.css'

/** The alarms along the top of a narrow window, which pushes everything else down. Nothing while none is open. */
export const AlarmBar = () => {
  const isShown = useIsShown()
  const narrow = useBelow(narrowBelow)
  const { open } = useStanding()
  const leaving = useWatching(({ watch }) => watch.leaving)
  return isShown && narrow && open.length + leaving.length > 0 ? <Bar open={open} /> : null
}

/** The alarms that the head of the bar tells, one or a group. */
const told = ({ entry }: Drawn): readonly Alarm[] => (isGroup(entry) ? entry.alarms : [entry])

/** Rows that the bar unfolds to. */
const mostListed = 20

const Bar = ({ open }: { readonly open: readonly Alarm[] }) => {
  const t = useTexts(alarmTexts)
  const leaving = useWatching(({ watch }) => watch.leaving)
  const { listed, entries, flood, known, urgent, hand } = useOrder(open, leaving, false, useAlarmFlood())
  const { drawn, turn } = useGroups(entries, known, undefined)
  const [head, ...below] = drawn
  const [opened, setOpened] = useState(false)
  // What is being confirmed at the foot of the window leaves the place between to the map.
  const isConfirming = useConfirming(({ docked }) => docked)
  const others = head ? listed.filter((alarm) => !told(head).includes(alarm)) : []
  const unfolded = opened && !isConfirming && below.length > 0
  const calledFor = useCalledFor()
  const bar = useRef<HTMLElement>(null)
  useShortcut({
    keys: 'alt+a',
    describe: focusAlarm,
    run: () => bar.current?.querySelector<HTMLElement>('[data-first]:not(:disabled), button:not(:disabled)')?.focus(),
  })
  if (!head) return null
  const { entry: first } = head
  const cries = waitingCalls(others).length
  const calling = open.find(({ id }) => id === calledFor)
  // In the list it stands beside its alarm.
  const isFirst = calling !== undefined && !isGroup(first) && calling.id === first.id
  return (
    <aside ref={bar} className={styles['bar']} aria-label={t('column')} {...hand.events}>
      <CalledUpon open={open} onOpen={null} named={isGroup(first) ? null : first.id} />
      {isGroup(first) ? (
        <AlarmGroup
          alarms={first.alarms}
          isOpen={unfolded && head.isOpen}
          onTurn={() => {
            const isOpen = unfolded && head.isOpen
            if (isOpen === head.isOpen) turn(first.cause, isOpen)
            setOpened(!isOpen)
          }}
        />
      ) : (
        <First key={first.id} alarm={first} />
      )}
      {calling && (isFirst || !unfolded) && <CallIn alarm={calling} named={!isFirst} />}
      <Row gap={8} className={styles['others']}>
        {urgent && (
          <button type="button" className={styles['count']} onClick={hand.letGo}>
            {t('newAbove', { what: subjectOf(urgent) })}
          </button>
        )}
        {others.length > 0 ? (
          <button type="button" className={styles['count']} aria-expanded={unfolded} onClick={() => setOpened(!unfolded)}>
            <span>{cries > 0 ? t('othersCalling', { n: others.length, calls: cries }) : t('andMore', { n: others.length })}</span>
            <Icon name={unfolded ? 'up' : 'down'} size={14} />
          </button>
        ) : (
          !flood && <span className="grow" />
        )}
        {flood && (
          <span
            role="status"
            title={t('flood', { n: flood.count })}
            className={`${styles['flood']} ${others.length > 0 ? '' : 'grow'}`}
          >
            <Icon name="danger" />
            {t('floodBrief', { n: flood.count })}
          </span>
        )}
        <Mute />
      </Row>
      {unfolded && (
        <div className={styles['list']}>
          {below
            .slice(0, mostListed)
            .map(({ entry, isOpen }) =>
              isGroup(entry) ? (
                <AlarmGroup key={entry.cause} alarms={entry.alarms} isOpen={isOpen} onTurn={() => turn(entry.cause, isOpen)} />
              ) : (
                <AlarmRow key={entry.id} alarm={entry} onOpen={null} />
              ),
            )}
        </div>
      )}
    </aside>
  )
}

const First = ({ alarm }: { readonly alarm: Alarm }) => {
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  const { present } = usePlaceSaid(alarm, useDevice(alarm))
  const locate = useLocate()
  const confirm = useBeginConfirming()
  const isHere = useAlarmHere() === alarm.id
  const returned = alarm.condition === alarmCondition.code.returned
  const type = alarmType.name(alarm.alarmType, language)
  const age = formatDuration(useAge(alarm), language)
  return (
    <div className={styles['first']} data-level={alarm.alarmLevel} data-returned={returned}>
      <span className={`${styles['mark']} ${calls(alarm) ? styles['pulses'] : ''}`}>
        <LevelMark level={alarm.alarmLevel} size={32} inverted={alarm.alarmLevel === 1 && !returned} />
      </span>
      <div className="grow">
        <b className={`${styles['who']} ellipsis`}>
          <span className={styles['levelName']}>{alarmLevel.name(alarm.alarmLevel, language)} · </span>
          {type} · {subjectOf(alarm)}
        </b>
        <span className={styles['where']}>
          <span className="ellipsis">{present}</span>
          <span className="fixed oneLine">
            <span className={styles['between']}>· </span>
            {returned ? alarmCondition.name(alarm.condition, language) : t('lasting', { time: age })}
          </span>
        </span>
      </div>
      <Tooltip title={locate ? undefined : t('mayNotSeeMap')}>
        <Button ghost={alarm.alarmLevel === 1 && !returned} disabled={!locate} onClick={() => locate?.(mapAddressOf(alarm))}>
          {t('locate')}
        </Button>
      </Tooltip>
      {isHere ? (
        <span className="fixed">{t('here')}</span>
      ) : (
        <Tooltip title={confirm ? undefined : t('mayNotHandle')}>
          <Button data-first="" disabled={!confirm} onClick={() => confirm?.(alarm)}>
            {t('confirmShort')}
          </Button>
        </Tooltip>
      )}
    </div>
  )
}
