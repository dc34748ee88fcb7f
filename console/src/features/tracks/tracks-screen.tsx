import { nameOfThing } from '../../shared/moving/thing-name.ts'
import type { Site } from '@vigil/contract/site/settings.ts'
import { Button, Progress } from 'antd'
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { useSearchParams } from 'react-router'
import { useTexts } from '../../shared/i18n/texts.ts'
import { silenceLimits } from '../../shared/live/site-limits.ts'
import { FollowCamera } from '../../shared/map/follow-camera.tsx'
import { useSitePlan } from '../../shared/map/map-data.ts'
import type { ShapeEditorHandle } from '../../shared/map/draw/shape-editor.tsx'
import { MapPending, MapScreen, useIsWide, type DrawnPlan } from '../../shared/map/map-screen.tsx'
import { closeZoom, type Stage } from '../../shared/map/map-view.tsx'
import { MovingObjects, type MovingHandle } from '../../shared/map/moving-objects.tsx'
import { useQueryChange } from '../../shared/routes/use-query-change.ts'
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx'
import { readAddress, writeAddress, type Span } from './address.ts'
import { Chooser } from './chooser.tsx'
import { InsidePanel } from './inside-panel.tsx'
import { Legend } from './legend.tsx'
import { PlaceBar, PlaceEditor } from './place-editor.tsx'
import { boundsOfTracks, type Recorded } from './recorded.ts'
import { Recording } from './recording.ts'
import { tooMuch } from './spans.ts'
import type { AlarmMark } from './stood-then.ts'
import { trackTexts } from './texts.ts'
import { Timeline } from './timeline.tsx'
import { TrackLines } from './track-lines.tsx'
import styles from './tracks.module.css'
import { useAlarmsThen } from './use-alarms-then.ts'
import { usePlace } from './use-place.ts'
import { useTracks, type Opening } from './use-tracks.ts'

/** 历史轨迹: where somebody was, played again. */
export const TracksScreen = () => {
  const t = useTexts(trackTexts)
  const { site, basemap, error, loading, retry } = useSitePlan()
  if (error || !site || !basemap)
    return <MapPending arrangement="beside" label={t('tracks')} error={error} retrying={loading} onRetry={retry} />
  return <Tracks plan={{ site, basemap }} site={site} />
}

/** Pixels that the tools cover. */
const padding = { left: 44, right: 12, top: 12, bottom: 40 }
const noTracks: readonly Recorded[] = []
const noneHidden: ReadonlySet<number> = new Set()
const middle = [0, 0] as const
/** Tracks from which on whole lines would cover each other, and what lies below them. */
const manyTracks = 20

/** A recording of what is open, with the alarms of its time. */
const useRecording = (opening: Opening, site: Site, span: Span | null) => {
  const open = opening.state === 'open' ? opening : null
  const tracks = open?.tracks ?? noTracks
  const ids = useMemo(() => new Set(tracks.map(({ device }) => device.id)), [tracks])
  const alarms = useAlarmsThen(ids, open ? span : null)
  const [startAt, endAt] = [open?.startAt ?? 0, open?.endAt ?? 0]
  const recording = useMemo(
    () => (tracks.some(({ track }) => track.count > 0) ? new Recording({ tracks, startAt, endAt }) : null),
    [tracks, startAt, endAt],
  )
  useEffect(() => recording?.setLimits(silenceLimits(site)), [recording, site])
  useEffect(() => recording?.setAlarms(alarms.lasting), [recording, alarms.lasting])
  // Behind another screen it stands still.
  useEffect(() => () => recording?.pause(), [recording])
  return { tracks, startAt, endAt, recording, alarms }
}

/** What of the opened tracks is shown; others are opened as they are, all in sight, and many never whole, which would hold up the screen. */
const useLook = (tracks: readonly Recorded[]) => {
  const [hidden, setHidden] = useState(noneHidden)
  const [wished, wish] = useState<{ readonly of: readonly Recorded[]; readonly tails: boolean } | null>(null)
  const [selected, select] = useState<number | null>(null)
  const [following, follow] = useState<number | null>(null)
  useEffect(() => {
    setHidden(noneHidden)
    select(null)
    follow(null)
  }, [tracks])
  const tails = wished?.of === tracks ? wished.tails : tracks.length >= manyTracks
  const setTails = (tails: boolean): void => wish({ of: tracks, tails })
  return { hidden, setHidden, tails, setTails, selected, select, following, follow }
}

interface Ground {
  readonly tracks: readonly Recorded[]
  readonly startAt: number
  readonly recording: Recording | null
  readonly stage: RefObject<Stage | null>
  readonly moving: RefObject<MovingHandle | null>
  readonly selected: number | null
  readonly select: (id: number | null) => void
}

/** What a click on somebody, on a stop and on an alarm leads to. */
const useGoing = ({ tracks, startAt, recording, stage, moving, selected, select }: Ground) => {
  const trackOf = (id: number): Recorded | undefined => tracks.find(({ device }) => device.id === id)
  const showOne = (id: number): void => {
    select(selected === id ? null : id)
    const bounds = selected === id ? null : boundsOfTracks(tracks.filter(({ device }) => device.id === id))
    if (bounds) stage.current?.showBounds(bounds, closeZoom)
  }
  const showStop = (id: number, fix: number): void => {
    const track = trackOf(id)?.track
    if (!track) return
    select(id)
    recording?.seek(startAt + (track.time[fix] ?? 0))
  }
  const showAlarm = ({ alarm, at, id }: AlarmMark): void => {
    if (id === null) return
    select(id)
    recording?.pause()
    recording?.seek(at)
    const [lng, lat] = alarm.lng === null || alarm.lat === null ? (moving.current?.whereIs(id) ?? []) : [alarm.lng, alarm.lat]
    if (lng !== undefined && lat !== undefined) stage.current?.flyTo(lng, lat)
  }
  return { showOne, showStop, showAlarm }
}

const Tracks = ({ plan, site }: { readonly plan: DrawnPlan; readonly site: Site }) => {
  const t = useTexts(trackTexts)
  const wide = useIsWide()
  const [params] = useSearchParams()
  const { devices, span } = useMemo(() => readAddress(params), [params])
  const change = useQueryChange()
  // An address may ask for more than is opened: then the choice says so.
  const { opening, retry } = useTracks(devices, span && tooMuch(devices.length, span) === null ? span : null)
  const { tracks, startAt, endAt, recording, alarms } = useRecording(opening, site, span)
  const stage = useRef<Stage | null>(null)
  const moving = useRef<MovingHandle | null>(null)
  const [choosing, setChoosing] = useState(false)
  const [placing, setPlacing] = useState(false)
  const editor = useRef<ShapeEditorHandle>(null)
  const place = usePlace(placing, editor)
  const { hidden, setHidden, tails, setTails, selected, select, following, follow } = useLook(tracks)
  const stopFollowing = useCallback(() => follow(null), [follow])

  const showAll = useCallback((): void => {
    const bounds = boundsOfTracks(tracks)
    if (bounds) stage.current?.showBounds(bounds, closeZoom)
  }, [tracks])
  useEffect(showAll, [showAll])

  const names = useMemo(() => new Map(tracks.map(({ device }) => [device.id, nameOfThing(device)])), [tracks])
  const { showOne, showStop, showAlarm } = useGoing({ tracks, startAt, recording, stage, moving, selected, select })
  const shows = useCallback((slot: number): boolean => !hidden.has(recording?.source.store.ids[slot] ?? 0), [hidden, recording])
  const isChoosing = placing || choosing || opening.state === 'none'
  const open = (keys: readonly string[], chosen: Span): void => {
    setPlacing(false)
    setChoosing(false)
    change(writeAddress(keys, chosen))
  }
  const panel = placing ? (
    <InsidePanel shape={place.shape} complete={place.complete} span={span} onOpen={open} onBack={() => setPlacing(false)} />
  ) : isChoosing ? (
    <Chooser
      // What another link asks for is chosen anew.
      key={`${devices.join(' ')} ${span?.from ?? ''} ${span?.to ?? ''}`}
      devices={devices}
      span={span}
      onOpen={open}
      onPlace={() => setPlacing(true)}
      onBack={opening.state === 'none' ? undefined : () => setChoosing(false)}
    />
  ) : opening.state === 'open' && recording && span ? (
    <Legend
      tracks={tracks}
      startAt={startAt}
      span={span}
      absent={devices.length - tracks.length}
      alarms={alarms}
      hidden={hidden}
      onHide={setHidden}
      tails={tails}
      onTails={setTails}
      selected={selected}
      onSelect={showOne}
      following={following}
      onFollow={follow}
      onChange={() => setChoosing(true)}
    />
  ) : (
    <Pending opening={opening} onRetry={retry} onChange={() => setChoosing(true)} />
  )
  return (
    <MapScreen
      arrangement="beside"
      plan={plan}
      {...(recording ? { moving: recording.source } : {})}
      padding={padding}
      onStage={(present) => {
        stage.current = present
        if (present) showAll()
      }}
      above={placing && <PlaceBar {...place} />}
      layers={
        placing ? (
          <PlaceEditor {...place} editor={editor} />
        ) : (
          recording && (
            <>
              <TrackLines
                tracks={tracks}
                hidden={hidden}
                selected={selected}
                recording={recording}
                tails={tails}
                onStop={showStop}
              />
              <MovingObjects ref={moving} shows={shows} selected={selected} onSelect={select} />
              {following !== null && <FollowCamera id={following} moving={moving} offset={middle} onLeft={stopFollowing} />}
            </>
          )
        )
      }
      tools={recording && !placing ? [{ icon: 'route', text: t('fit'), run: showAll }] : []}
      panels={wide && panel}
    >
      {recording && !placing && (
        <Timeline
          recording={recording}
          startAt={startAt}
          endAt={endAt}
          marks={alarms.marks}
          nameOf={({ id }) => (id === null ? '' : (names.get(id) ?? ''))}
          onAlarm={showAlarm}
        />
      )}
      {!wide && (
        <div className={styles['beneath']} data-choosing={isChoosing}>
          {panel}
        </div>
      )}
    </MapScreen>
  )
}

interface PendingProps {
  readonly opening: Opening
  readonly onRetry: () => void
  readonly onChange: () => void
}

/** What stands in the list's place: it is on its way, it failed, or there is nothing of this time. */
const Pending = ({ opening, onRetry, onChange }: PendingProps) => {
  const t = useTexts(trackTexts)
  return (
    <section className={styles['panel']} aria-label={t('tracks')} aria-busy={opening.state === 'loading'}>
      <header className={styles['head']}>
        <h2 className="grow">{t('tracks')}</h2>
        <Button size="small" onClick={onChange}>
          {t('change')}
        </Button>
      </header>
      {opening.state === 'failed' && <ErrorState error={opening.error} onRetry={onRetry} />}
      {opening.state === 'open' && (
        <EmptyState icon="route" title={t('empty')} hint={t(opening.tracks.length === 0 ? 'emptyAbsentHint' : 'emptyHint')}>
          <Button onClick={onChange}>{t('change')}</Button>
        </EmptyState>
      )}
      {opening.state === 'loading' && (
        <div className={styles['loading']}>
          <span className="soft">{t('loading', { done: opening.done, total: opening.total })}</span>
          <Progress percent={(100 * opening.done) / opening.total} showInfo={false} aria-label={t('tracks')} />
        </div>
      )}
    </section>
  )
}
