import { handlingStatus } from '@vigil/contract/alarms/entities.ts'
import { subjectOf } from '@vigil/contract/alarms/subject.ts'
import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import { knownBy, rewindLimits } from '@vigil/contract/positions/track-columns.ts'
import { Button, DatePicker, Segmented } from 'antd'
import dayjs from 'dayjs'
import { useState, useSyncExternalStore } from 'react'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { alarmNameIn } from '../../shared/live/alarm-name.ts'
import { serverNow } from '../../shared/live/live.ts'
import { ringsOf, useAreaLevels, useAreaName, useHeadCount } from '../../shared/map/map-data.ts'
import { fromSiteTime, toSiteTime } from '../../shared/time/site-time.ts'
import { Row, Stack } from '../../shared/ui/layout.tsx'
import { LevelMark } from '../../shared/ui/level-mark.tsx'
import { RowButton, RowWords } from '../../shared/ui/row-list.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx'
import type { Span } from './address.ts'
import type { Recording } from './recording.ts'
import { arounds, type RewindAddress } from './rewind-address.ts'
import { momentOn, type AlarmMark, type StoodThen } from './stood-then.ts'
import { trackTexts } from './texts.ts'
import styles from './tracks.module.css'
import type { RewindAlarms } from './use-rewind-alarms.ts'

interface RewindPanelProps {
  readonly address: RewindAddress
  /** The time that is looked at; null until a moment is chosen that has been. */
  readonly span: Span | null
  readonly loading: boolean
  readonly error: Error | null
  readonly onRetry: () => void
  readonly recording: Recording | null
  readonly alarms: RewindAlarms
  readonly areas: readonly HazardArea[]
  readonly onOpen: (address: RewindAddress) => void
  readonly onArea: (area: HazardArea) => void
  readonly onAlarm: (mark: AlarmMark) => void
}

/** Which moment, and what stood there then: who was where, and what was wrong. */
export const RewindPanel = ({ address, span, loading, error, onRetry, onOpen, ...then }: RewindPanelProps) => {
  const t = useTexts(trackTexts)
  const { recording } = then
  return (
    <section className={`${styles['panel']} ${styles['rewind']}`} aria-label={t('rewind')} aria-busy={loading}>
      <header className={styles['head']}>
        <h2 className="grow">{t('rewind')}</h2>
      </header>
      <Choice address={address} loading={loading} onOpen={onOpen} />
      {error && <ErrorState error={error} onRetry={onRetry} />}
      {!error && !recording && !loading && <EmptyState icon="clock" title={t('rewindNone')} hint={t('rewindHint')} />}
      {recording && !error && span && <Then {...then} recording={recording} day={address.at?.slice(0, 10) ?? null} />}
    </section>
  )
}

interface ChoiceProps {
  readonly address: RewindAddress
  readonly loading: boolean
  readonly onOpen: (address: RewindAddress) => void
}

const written = 'YYYY-MM-DD HH:mm:ss'
/** Minutes before the time that is looked at from which on fixes are read, by their own time. */
const hintOf = { n: rewindLimits.before / 60_000 }

const Choice = ({ address, loading, onOpen }: ChoiceProps) => {
  const t = useTexts(trackTexts)
  const { language } = useLanguage()
  const [at, setAt] = useState(address.at)
  const [around, setAround] = useState(address.around)
  const isToCome = at !== null && fromSiteTime(at) > serverNow()
  return (
    <Stack className="fixed ruled" gap={8} pad={12}>
      <DatePicker
        aria-label={t('rewindAt')}
        placeholder={t('rewindAt')}
        showTime
        needConfirm={false}
        allowClear={false}
        value={at === null ? null : dayjs(at)}
        disabledDate={(day: dayjs.Dayjs) => day.format(written) > toSiteTime(serverNow())}
        onChange={(chosen: dayjs.Dayjs | null) => setAt(chosen?.format(written) ?? null)}
      />
      <Segmented
        block
        aria-label={t('rewindAround')}
        value={around}
        options={arounds.map((value) => ({ value, label: t('aroundMinutes', { n: value }) }))}
        onChange={setAround}
      />
      {isToCome && <p className="note">{t('rewindToCome')}</p>}
      <Button
        type="primary"
        block
        loading={loading}
        disabled={at === null || isToCome}
        onClick={() => onOpen({ ...address, at, around })}
      >
        {t('rewindOpen')}
      </Button>
      <Segmented
        block
        aria-label={t('rewindBy')}
        value={address.by}
        options={knownBy.codes.map((value) => ({
          value,
          label: knownBy.name(value, language),
          title: t(`${value}Hint`, hintOf),
        }))}
        onChange={(by) => onOpen({ ...address, by })}
      />
      <p className="quiet">{t(`${address.by}Hint`, hintOf)}</p>
    </Stack>
  )
}

/** What is said of an alarm as it stood. */
const howThen = ({ stretch: { status, shelved }, shown: { returned } }: StoodThen) => {
  if (returned) return 'overThen'
  if (shelved) return 'shelvedThen'
  if (status === handlingStatus.code.inProgress) return 'takenThen'
  return status === handlingStatus.code.handled ? 'handledThen' : 'sinceThen'
}

type ThenProps = Pick<RewindPanelProps, 'alarms' | 'areas' | 'onArea' | 'onAlarm'> & {
  readonly recording: Recording
  /** Of the moment that was asked for. */
  readonly day: string | null
}

const Then = ({ recording, day, alarms, areas, onArea, onAlarm }: ThenProps) => {
  const t = useTexts(trackTexts)
  const { language } = useLanguage()
  const nameOf = useAreaName()
  const rings = ringsOf(areas)
  const heads = useHeadCount(rings)
  const levels = useAreaLevels(rings)
  const lasting = useSyncExternalStore(recording.source.alarms.subscribe, recording.lasting)
  const standing = alarms.stood.filter((part) => lasting.includes(part))
  const counted = areas
    .map((area) => ({ area, count: heads.byArea.get(area.id) ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
  const notes = [
    ...(alarms.cut ? [t('alarmsCut', { n: alarms.marks.length })] : []),
    ...(alarms.state === 'failed' ? [t('alarmsFailed')] : []),
    ...(alarms.state === 'loading' ? [t('alarmsLoading')] : []),
    ...(alarms.state === 'none' ? [t('alarmsNotSeen')] : []),
    ...(alarms.state === 'known' && standing.length === 0 ? [t('noAlarmsThen')] : []),
  ]
  return (
    <div className="scroll grow">
      <h3 className={styles['part']}>{alarms.state === 'known' ? t('alarmsThen', { n: standing.length }) : t('alarmsOfThen')}</h3>
      {notes.map((note) => (
        <p key={note} className={styles['more']}>
          {note}
        </p>
      ))}
      {standing.map((part) => {
        const { key, alarm, from, id, shown } = part
        return (
          <RowButton key={key} data-level={shown.level} onClick={() => onAlarm({ key, alarm, at: from, id })}>
            <LevelMark level={shown.level} size={18} />
            <RowWords
              name={`${alarmNameIn(alarm, language)} · ${subjectOf(alarm)}`}
              detail={t(howThen(part), { time: momentOn(day, from) })}
            />
          </RowButton>
        )
      })}
      <h3 className={styles['part']}>
        {t('peopleThen', { n: counted.reduce((sum, { count }) => sum + count, 0) + heads.elsewhere })}
      </h3>
      {counted.map(({ area, count }) => {
        const level = levels.get(area.id)
        return (
          <RowButton key={area.id} onClick={() => onArea(area)}>
            <RowWords
              name={nameOf(area)}
              detail={area.maxCount === null ? '' : t('mostThere', { n: area.maxCount })}
              beside={
                <Row as="span" gap={6}>
                  {level !== undefined && <LevelMark level={level} size={16} />}
                  <b>{count}</b>
                </Row>
              }
            />
          </RowButton>
        )
      })}
      {heads.elsewhere > 0 && (
        <Row className={styles['more'] ?? ''} justify="space-between">
          <span>{nameOf(null)}</span>
          <b>{heads.elsewhere}</b>
        </Row>
      )}
    </div>
  )
}
