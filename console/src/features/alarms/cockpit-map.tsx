import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import type { Point } from '@vigil/contract/hazards/entities.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { alarmNameIn } from '../../shared/live/alarm-name.ts'
import type { LiveThing } from '../../shared/live/hooks.ts'
import { serverNow } from '../../shared/live/live.ts'
import { liveMoving } from '../../shared/live/live-moving.ts'
import { useTrail, type TrailSpan } from '../../shared/live/use-trail.ts'
import { boundsOf } from '../../shared/map/geometry.ts'
import { HungAt } from '../../shared/map/hung.tsx'
import { LaidLayers } from '../../shared/map/laid-layers.tsx'
import { useSitePlan } from '../../shared/map/map-data.ts'
import { useMapLayers } from '../../shared/map/map-layer.ts'
import { MapPending, MapScreen, type DrawnPlan } from '../../shared/map/map-screen.tsx'
import { closeZoom, type Stage } from '../../shared/map/map-view.tsx'
import { MovingObjects } from '../../shared/map/moving-objects.tsx'
import { Trail } from '../../shared/map/trail.tsx'
import { addressOf } from '../../shared/routes/address.ts'
import { useCan } from '../../shared/session/session.ts'
import { fromSiteTime } from '../../shared/time/site-clock.ts'
import { LevelMark } from '../../shared/ui/level-mark.tsx'
import { isHandled } from './alarm-facts.tsx'
import { alarmTexts } from './texts.ts'
import styles from './cockpit.module.css'

/** Milliseconds of the way that led to an alarm; and of a longer way altogether the last. */
const wayBefore = 10 * 60_000
const wayAtMost = 2 * 3_600_000

/** What of the way is shown: until now, or of an alarm that is over until shortly after it was last seen. */
const useSpan = (alarm: Alarm, shown: boolean): TrailSpan | null => {
  const { findTime, lastTime } = alarm
  // While it is open it goes on by itself, however often it comes again.
  const to = isHandled(alarm) ? fromSiteTime(lastTime) + wayBefore : null
  return useMemo(() => {
    if (!shown) return null
    return { from: Math.max(fromSiteTime(findTime) - wayBefore, (to ?? serverNow()) - wayAtMost), to }
  }, [shown, findTime, to])
}

/** One step further away than one looks at a person: what is around an alarm belongs to it. */
const beforeZoom = closeZoom - 1

/** Layers that tell of an alarm; the others are the live map's. */
const layersShown: ReadonlySet<string> = new Set(['fences', 'cameras'])

interface CockpitMapProps {
  readonly alarm: Alarm
  readonly thing: LiveThing | null
}

/** Where it was raised, where its source is now and came from, who is near and which cameras look there. */
export const CockpitMap = (props: CockpitMapProps) => {
  const t = useTexts(alarmTexts)
  const { site, basemap, error, loading, retry } = useSitePlan()
  if (error || !site || !basemap) return <MapPending label={t('alarmMap')} error={error} retrying={loading} onRetry={retry} />
  return <Plan {...props} plan={{ site, basemap }} />
}

const Plan = ({ alarm, thing, plan }: CockpitMapProps & { readonly plan: DrawnPlan }) => {
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  const navigate = useNavigate()
  const seesMap = useCan('trackRealMgmt')
  const seesCameras = useCan('alarmRealMgmt') || seesMap
  const layers = useMapLayers()
  const hidden = useMemo(
    () => new Set(layers.flatMap(({ name }) => (layersShown.has(name) && (name !== 'cameras' || seesCameras) ? [] : name))),
    [layers, seesCameras],
  )
  const seesTracks = useCan('trackHisMgmt') || seesMap
  const trail = useTrail(thing?.object ?? null, useSpan(alarm, seesTracks))
  const stage = useRef<Stage | null>(null)
  const [ready, setReady] = useState(false)
  const { id, lng, lat, objectId } = alarm
  const raisedAt: Point | null = lng === null || lat === null ? null : [lng, lat]
  const latest = useRef<readonly Point[]>([])
  useEffect(() => {
    const now = thing?.sighting
    latest.current = [...(raisedAt ? [raisedAt] : []), ...(now ? [[now.lng, now.lat] satisfies Point] : [])]
  })
  const show = useCallback((): void => {
    const bounds = boundsOf(latest.current)
    if (bounds) stage.current?.showBounds(bounds, beforeZoom)
  }, [])
  // Once it is known where its source is by now that belongs to it; later it may be moved as somebody likes.
  const isKnown = thing?.sighting !== undefined && thing?.sighting !== null
  useEffect(() => {
    if (ready) show()
  }, [ready, id, isKnown, show])
  const alarmText = useCallback(
    (one: number): string => (one === objectId ? alarmNameIn(alarm, language) : ''),
    [objectId, alarm, language],
  )
  return (
    <MapScreen
      plan={plan}
      moving={liveMoving}
      onStage={(present) => {
        stage.current = present
        setReady(present !== null)
      }}
      tools={[{ icon: 'target', text: t('showAlarm'), run: show }]}
      layers={
        <>
          <LaidLayers
            hidden={hidden}
            chosen={null}
            onChoose={({ screen, id: chosen }) => {
              if (screen) void navigate(addressOf(screen, { id: chosen }))
            }}
          >
            {trail.points.length > 1 && <Trail points={trail.points} marks={trail.marks} />}
            <MovingObjects selected={objectId} alarmText={alarmText} />
          </LaidLayers>
          {raisedAt && (
            <HungAt lng={raisedAt[0]} lat={raisedAt[1]}>
              <span className={styles['raised']} data-level={alarm.alarmLevel}>
                <LevelMark level={alarm.alarmLevel} size={24} />
              </span>
            </HungAt>
          )}
        </>
      }
    />
  )
}
