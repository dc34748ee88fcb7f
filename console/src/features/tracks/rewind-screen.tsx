import { subjectOf } from '@vigil/contract/alarms/subject.ts'
import type { DataOf } from '@vigil/contract/kernel/call.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import type { Site } from '@vigil/contract/site/settings.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCall } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { serverNow } from '../../shared/live/live.ts'
import { silenceLimits } from '../../shared/live/site-limits.ts'
import { LaidLayers } from '../../shared/map/laid-layers.tsx'
import { ringsOf, useHazardAreas, useSitePlan } from '../../shared/map/map-data.ts'
import { useMapLayers } from '../../shared/map/map-layer.ts'
import { MapPending, MapScreen, useIsWide, type DrawnPlan } from '../../shared/map/map-screen.tsx'
import { closeZoom, type Stage } from '../../shared/map/map-view.tsx'
import { boundsOf } from '../../shared/map/geometry.ts'
import { MovingObjects, type MovingHandle } from '../../shared/map/moving-objects.tsx'
import { useQueryChange } from '../../shared/routes/use-query-change.ts'
import { fromSiteTime } from '../../shared/time/site-time.ts'
import type { Span } from './address.ts'
import { trackOf } from './recorded.ts'
import { Recording } from './recording.ts'
import { readRewind, spanAround, type RewindAddress } from './rewind-address.ts'
import { RewindPanel } from './rewind-panel.tsx'
import type { AlarmMark } from './stood-then.ts'
import { trackTexts } from './texts.ts'
import { Timeline } from './timeline.tsx'
import styles from './tracks.module.css'
import { useRewindAlarms } from './use-rewind-alarms.ts'

/** 事件回溯: the whole site at a moment of the past. */
export const RewindScreen = () => {
  const t = useTexts(trackTexts)
  const { site, basemap, error, loading, retry } = useSitePlan()
  if (error || !site || !basemap)
    return <MapPending arrangement="beside" label={t('rewind')} error={error} retrying={loading} onRetry={retry} />
  return <Rewind plan={{ site, basemap }} site={site} />
}

/** Pixels that the tools cover. */
const padding = { left: 44, right: 12, top: 12, bottom: 40 }
const nothing = { startTime: '', endTime: '' }

/** A recording of everybody, which stands at the moment that was asked for. */
const useRecording = (answer: DataOf<typeof positionCalls.listHisRewind> | undefined, span: Span | null, at: string | null) => {
  /** Where it stood, so that to look by the other of the two times leads nowhere else. */
  const stood = useRef<{ readonly at: string | null; readonly moment: number } | null>(null)
  const [from, to] = [span?.from, span?.to]
  const recording = useMemo(() => {
    if (!answer || from === undefined || to === undefined) return null
    const tracks = answer.tracks.map(({ columns, ...device }) => ({ device, track: trackOf(columns) }))
    return new Recording({
      tracks,
      startAt: answer.startAt,
      playedFrom: fromSiteTime(from),
      endAt: fromSiteTime(to) + 1_000,
    })
  }, [answer, from, to])
  useEffect(() => {
    if (!recording || at === null) return undefined
    recording.setPace(1)
    recording.seek(stood.current?.at === at ? stood.current.moment : fromSiteTime(at))
    // Behind another screen it stands still.
    return () => {
      stood.current = { at, moment: recording.now() }
      recording.pause()
    }
  }, [recording, at])
  return recording
}

const Rewind = ({ plan, site }: { readonly plan: DrawnPlan; readonly site: Site }) => {
  const wide = useIsWide()
  const [params] = useSearchParams()
  const address = useMemo(() => readRewind(params), [params])
  const { at, around, by } = address
  const change = useQueryChange()
  // What had not happened yet when it was opened is looked at by opening it anew.
  const span = useMemo(() => (at === null ? null : spanAround(at, around, serverNow())), [at, around])
  const body = span ? { startTime: span.from, endTime: span.to, by } : { ...nothing, by }
  // Each look is logged: it is asked for once.
  const answer = useCall(positionCalls.listHisRewind, body, { enabled: span !== null, staleTime: Infinity })
  const recording = useRecording(span ? answer.data : undefined, span, at)
  const alarms = useRewindAlarms(span, by)
  useEffect(() => recording?.setLimits(silenceLimits(site)), [recording, site])
  useEffect(() => recording?.setAlarms(alarms.stood), [recording, alarms.stood])

  const stage = useRef<Stage | null>(null)
  const moving = useRef<MovingHandle | null>(null)
  const [selected, select] = useState<number | null>(null)
  const { areas } = useHazardAreas()
  const layers = useMapLayers()
  const hidden = useMemo(() => new Set(layers.filter(({ shown }) => shown === 'asked').map(({ name }) => name)), [layers])
  const goTo = useCallback(
    ({ alarm, at: moment, id }: AlarmMark): void => {
      recording?.pause()
      recording?.seek(moment)
      select(id)
      const where = id === null ? null : (moving.current?.whereIs(id) ?? null)
      const [lng, lat] = where ?? [alarm.lng, alarm.lat]
      if (lng !== null && lat !== null) stage.current?.flyTo(lng, lat)
    },
    [recording],
  )
  const open = ({ at: moment, around: minutes, by: known }: RewindAddress): void =>
    change({ at: moment, minutes: String(minutes), by: known })

  const panel = (
    <RewindPanel
      // What another link asks for is chosen anew.
      key={`${at ?? ''} ${around}`}
      address={address}
      span={span}
      loading={span !== null && answer.isFetching}
      error={span !== null && answer.isError ? answer.error : null}
      onRetry={() => void answer.refetch()}
      recording={recording}
      alarms={alarms}
      areas={areas}
      onOpen={open}
      onArea={(area) => {
        const bounds = boundsOf(area.points)
        if (bounds) stage.current?.showBounds(bounds, closeZoom)
      }}
      onAlarm={goTo}
    />
  )
  return (
    <MapScreen
      arrangement="beside"
      plan={plan}
      {...(recording ? { moving: recording.source } : {})}
      padding={padding}
      onStage={(present) => {
        stage.current = present
      }}
      layers={
        recording && (
          <LaidLayers
            hidden={hidden}
            chosen={null}
            onChoose={({ id }) => {
              const area = areas.find((one) => one.id === id)
              const bounds = area && boundsOf(area.points)
              if (bounds) stage.current?.showBounds(bounds, closeZoom)
            }}
          >
            <MovingObjects ref={moving} areas={ringsOf(areas)} selected={selected} onSelect={select} />
          </LaidLayers>
        )
      }
      tools={[]}
      panels={wide && panel}
    >
      {recording && span && (
        <Timeline
          recording={recording}
          startAt={fromSiteTime(span.from)}
          endAt={fromSiteTime(span.to) + 1_000}
          marks={alarms.marks}
          nameOf={({ alarm }) => subjectOf(alarm)}
          onAlarm={goTo}
        />
      )}
      {!wide && (
        <div className={styles['beneath']} data-choosing={recording === null}>
          {panel}
        </div>
      )}
    </MapScreen>
  )
}
