import { alarmCondition, type Alarm } from '@vigil/contract/alarms/entities.ts'
import { subjectOf } from '@vigil/contract/alarms/subject.ts'
import { alarmLevel } from '@vigil/contract/hazards/entities.ts'
import { Skeleton } from 'antd'
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { Link, useLocation } from 'react-router'
import { useSite } from '../../shared/api/site.ts'
import { useAlarmFlood, useOpenAlarms } from '../../shared/live/alarms.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { addressOf } from '../../shared/routes/address.ts'
import { useCan } from '../../shared/session/session.ts'
import { useShortcut } from '../../shared/shortcuts/shortcuts.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { Row } from '../../shared/ui/layout.tsx'
import { LevelMark } from '../../shared/ui/level-mark.tsx'
import { EmptyState } from '../../shared/ui/states.tsx'
import { narrowBelow, useBelow } from '../../shared/ui/use-media.ts'
import { AlarmCard, AlarmRow } from './alarm-card.tsx'
import { AlarmGroup, FloodSaid } from './alarm-group.tsx'
import { AlarmRail } from './alarm-rail.tsx'
import { useCalledFor } from './call-in.tsx'
import { CalledUpon } from './called-upon.tsx'
import type { Place } from './column-state.ts'
import { Mute } from './mute.tsx'
import { isGroup, type Entry } from './order.ts'
import { alarmTexts, focusAlarm } from './texts.ts'
import { useAlarmHere, useIsOpen, useIsShown, usePlace, useStanding, useUnhandled } from './use-alarms.ts'
import { useDocked } from './use-docked.ts'
import { useGroups, type Drawn } from './use-groups.ts'
import { rowHeight, useCountBelow, useReach } from './use-in-sight.ts'
import { useOrder } from './use-order.ts'
import { useWatching, watching } from './watching.ts'
import styles from './alarm-column.module.css'

/** The alarms at the right edge of a wide window, open or as a rail. */
export const AlarmColumn = () => {
  const isShown = useIsShown()
  const narrow = useBelow(narrowBelow)
  return isShown && !narrow ? <Column /> : null
}

const Column = () => {
  const place = usePlace()
  const isOpen = useIsOpen()
  const column = useRef<HTMLElement>(null)
  useGone(place)
  const calledFor = useCalledFor()
  useEffect(() => {
    if (calledFor !== null) watching.callsIn()
  }, [calledFor])
  useShortcut({
    keys: 'alt+a',
    describe: focusAlarm,
    run: () => {
      const from = document.activeElement
      watching.unfold(place)
      // The column is drawn by then. Whoever has gone on by another key meanwhile stays there.
      requestAnimationFrame(() => document.activeElement === from && focusFirst(column))
    },
  })
  return isOpen ? <Open column={column} calledFor={calledFor} /> : <AlarmRail onUnfold={() => watching.unfold(place)} />
}

const useGone = (place: Place): void => {
  const { pathname } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    watching.goneTo(place)
  }, [pathname, place])
}

const focusFirst = (column: RefObject<HTMLElement | null>): void => {
  const find = (what: string) => column.current?.querySelector<HTMLElement>(what)
  const first = find('[data-first]:not(:disabled)') ?? find('button:not(:disabled)')
  first?.focus()
}

/** Alarms that can be seen here; the screen of live alarms has them all. */
const mostListed = 50

interface OpenProps {
  readonly column: RefObject<HTMLElement | null>
  /** The alarm of the helmet that called last. */
  readonly calledFor: string | null
}

const Open = ({ column, calledFor }: OpenProps) => {
  const t = useTexts(alarmTexts)
  const place = usePlace()
  const { open, shelved } = useStanding()
  const isLoaded = useOpenAlarms(({ loaded }) => loaded)
  const leaving = useWatching(({ watch }) => watch.leaving)
  const docked = useDocked()
  const here = useAlarmHere()
  const [chosen, setChosen] = useChosen(calledFor)
  const { listed, entries, flood, known, urgent, hand } = useOrder(open, leaving, docked !== null, useAlarmFlood())
  const list = useRef<HTMLDivElement>(null)
  useNextInTurn(docked, list, column)
  const whole = [docked, chosen].find((id) => listed.some((alarm) => alarm.id === id)) ?? firstOf(entries)
  const { drawn, turn } = useGroups(entries, known, whole)
  const near = useReach(list, listed.length === 0)
  // What is told whole, and what is written there, is drawn wherever it stands.
  const wholeAt = drawn.findIndex(({ entry }) => !isGroup(entry) && entry.id === whole)
  const reach = Math.min(mostListed, Math.max(near, wholeAt + 1))
  const undrawn = Math.min(mostListed, drawn.length) - reach
  const fold = (): void => watching.fold(place)
  const escaped = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    fold()
  }
  return (
    <aside ref={column} className={styles['column']} aria-label={t('column')}>
      <div role="presentation" className={styles['hand']} onKeyDown={escaped}>
        <Counts urgent={urgent} onUrgent={hand.letGo} onFold={fold} />
        <CalledUpon open={open} onOpen={setChosen} />
        <FloodSaid flood={flood} />
        <NoRoster />
        {listed.length === 0 ? (
          <Calm isLoaded={isLoaded} />
        ) : (
          <div ref={list} className={styles['list']} role="presentation" {...hand.events}>
            {drawn.slice(0, reach).map(({ entry, isOpen }) =>
              isGroup(entry) ? (
                <AlarmGroup
                  key={entry.cause}
                  alarms={entry.alarms}
                  isOpen={isOpen}
                  onTurn={() => {
                    turn(entry.cause, isOpen)
                    if (isOpen && entry.alarms.some(({ id }) => id === chosen)) setChosen(null)
                  }}
                />
              ) : entry.id === whole && entry.id !== here ? (
                <AlarmCard key={entry.id} alarm={entry} />
              ) : (
                <AlarmRow key={entry.id} alarm={entry} onOpen={setChosen} />
              ),
            )}
            {undrawn > 0 && <div data-room="" style={{ height: undrawn * rowHeight }} />}
          </div>
        )}
        <Foot drawn={drawn} reach={reach} whole={whole} list={list} shelved={shelved.length} />
      </div>
    </aside>
  )
}

/** The alarm that the operator chose; the helmet that calls chooses its own. */
const useChosen = (calledFor: string | null) => {
  const [chosen, setChosen] = useState(calledFor)
  useEffect(() => {
    if (calledFor !== null) setChosen(calledFor)
  }, [calledFor])
  return [chosen, setChosen] as const
}

/** Nobody is on duty, so that no alarm goes on to anybody: said to who may change that. */
const NoRoster = () => {
  const t = useTexts(alarmTexts)
  const mayEdit = useCan('siteMgmt:edit')
  const { data: site } = useSite(mayEdit)
  if (!mayEdit || !site || site.dutyRoster.length > 0) return null
  return (
    <p className="note">
      {t('noRoster')} <Link to={addressOf('siteMgmt')}>{t('makeRoster')}</Link>
    </p>
  )
}

/** Nothing waits; as long as nobody knows, nothing says so. */
const Calm = ({ isLoaded }: { readonly isLoaded: boolean }) => {
  const t = useTexts(alarmTexts)
  if (!isLoaded) return <Skeleton active className={styles['loading'] ?? ''} title={false} paragraph={{ rows: 6 }} />
  return <EmptyState icon="bell" title={t('calm')} hint={t('calmHint')} />
}

/** The one that is told whole unless the operator chose another. */
const firstOf = ([first]: readonly Entry[]): string | undefined => (first && !isGroup(first) ? first.id : undefined)

/** Once a confirmation is over the first alarm comes into sight, and with it the keyboard that had the confirmation. */
const useNextInTurn = (
  docked: string | null,
  list: RefObject<HTMLElement | null>,
  column: RefObject<HTMLElement | null>,
): void => {
  const before = useRef(docked)
  useEffect(() => {
    const isOver = before.current !== null && docked === null
    before.current = docked
    if (!isOver) return
    list.current?.scrollTo({ top: 0 })
    if (document.activeElement === document.body) focusFirst(column)
  }, [docked, list, column])
}

interface CountsProps {
  /** What waits above what is held in its place. */
  readonly urgent: Alarm | null
  readonly onUrgent: () => void
  readonly onFold: () => void
}

const Counts = ({ urgent, onUrgent, onFold }: CountsProps) => {
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  const { total, levels } = useUnhandled()
  return (
    <Row as="header" gap={8} className={styles['counts']}>
      {urgent ? (
        <button type="button" className={styles['urgent']} onClick={onUrgent}>
          <LevelMark level={urgent.alarmLevel} size={18} inverted={urgent.alarmLevel === 1} />
          <span className="ellipsis">{t('newAbove', { what: subjectOf(urgent) })}</span>
        </button>
      ) : (
        <>
          <span className={styles['named']} title={t('unhandled')}>
            <Icon name="bell" />
            <b>{t('unhandled')}</b>
          </span>
          {total > 0 && <span className={styles['total']}>{total}</span>}
          {([1, 2, 3] as const).map((level) => {
            const n = levels[level - 1] ?? 0
            return (
              n > 0 && (
                <span
                  key={level}
                  className={styles['level']}
                  title={t('ofLevel', { level: alarmLevel.name(level, language), n })}
                >
                  <LevelMark level={level} size={18} />
                  {n}
                </span>
              )
            )
          })}
        </>
      )}
      <span className="grow" />
      <Mute />
      <button type="button" className={styles['tool']} title={t('fold')} aria-label={t('fold')} onClick={onFold}>
        <Icon name="fold" size={16} style={{ transform: 'scaleX(-1)' }} />
      </button>
    </Row>
  )
}

interface FootProps {
  readonly drawn: readonly Drawn[]
  /** How many of them are in the list. */
  readonly reach: number
  /** The one that is told whole. */
  readonly whole: string | undefined
  readonly list: RefObject<HTMLElement | null>
  /** How many are put aside. */
  readonly shelved: number
}

const Foot = ({ drawn, reach, whole, list, shelved }: FootProps) => {
  const t = useTexts(alarmTexts)
  const seesAll = useCan('alarmRealMgmt')
  // The one that is told whole is another element than its row.
  const stands = drawn.slice(0, reach).map(({ entry }) => (isGroup(entry) ? entry.cause : entry.id))
  const hidden = useCountBelow(list, [...stands, whole].join()) + Math.max(0, drawn.length - reach)
  const below = hidden === 0 ? [] : drawn.slice(-hidden).flatMap(({ tells }) => tells)
  const returned = below.filter(({ condition }) => condition === alarmCondition.code.returned).length
  return (
    <Row as="footer" gap={8} className={styles['foot']}>
      <span className="grow ellipsis quiet">
        {below.length > 0 && t(returned > 0 ? 'belowReturned' : 'below', { n: below.length, returned })}
      </span>
      {seesAll && shelved > 0 && (
        <Link className="fixed" to={addressOf('alarmRealMgmt', { shelved: 1 })}>
          {t('shelvedCount', { n: shelved })}
        </Link>
      )}
      {seesAll && (
        <Link className="fixed" to={addressOf('alarmRealMgmt', { status: 0, shelved: 0 })}>
          {t('allAlarms')}
        </Link>
      )}
    </Row>
  )
}
