import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useBroadcast } from '../../shared/calling/broadcasting.ts'
import { useOpenAlarms } from '../../shared/live/alarms.ts'
import { useDirectoryRevision } from '../../shared/live/hooks.ts'
import { liveMoving } from '../../shared/live/live-moving.ts'
import { useTrail, type TrailSpan, type TrailView } from '../../shared/live/use-trail.ts'
import { useOverview } from '../../shared/live/overview.ts'
import { kinds } from '../../shared/moving/position-store.ts'
import { useHeadsKnown } from './area-marks.tsx'
import { useMapData } from '../../shared/map/map-data.ts'
import { MapPending, MapScreen, useIsTight, useIsWide } from '../../shared/map/map-screen.tsx'
import { boundsOf } from '../../shared/map/geometry.ts'
import { closeZoom, type Camera, type Stage } from '../../shared/map/map-view.tsx'
import type { MovingHandle } from '../../shared/map/moving-objects.tsx'
import { addressOf } from '../../shared/routes/address.ts'
import { useQueryChange } from '../../shared/routes/use-query-change.ts'
import { useCan } from '../../shared/session/session.ts'
import { useShortcut } from '../../shared/shortcuts/shortcuts.ts'
import { EmptyState } from '../../shared/ui/states.tsx'
import { readAddress, writeCamera } from './address.ts'
import { ChosenNote } from './chosen-note.tsx'
import { LayerBar } from './layer-bar.tsx'
import { useLayers } from './layer-settings.ts'
import { peopleOf } from './listed.ts'
import { PlanLayers } from './map-layers.tsx'
import { MapSearch } from './map-search.tsx'
import { DrawnByHand, ToolNote, useTools } from './map-tools.tsx'
import { ObjectCard } from './object-card.tsx'
import { PeoplePanel } from './people-panel.tsx'
import styles from './positions.module.css'
import { PanelSheet, SheetButtons, SidePanels } from './side-panels.tsx'
import { positionTexts } from './texts.ts'
import { useAreaNames } from './use-area-names.ts'
import { useDepartments } from './use-departments.ts'
import { useDrawing } from './use-drawing.ts'
import { useLists } from './use-lists.ts'
import { useSelection, type Selection } from './use-selection.ts'

const shortcuts = {
  fit: { zh: '地图显示全厂', en: 'Show the whole site on the map' },
  leave: { zh: '关闭地图上的卡片或工具', en: 'Close the card or tool on the map' },
}

/** 实时位置: where everybody and everything is, now. */
export const LivePositions = () => {
  const data = useMapData()
  const t = useTexts(positionTexts)
  const { site, basemap, areas, error, loading, retry } = data
  if (error || !site || !basemap)
    return <MapPending arrangement="over" label={t('plant')} error={error} retrying={loading} onRetry={retry} />
  return <Plan site={site} basemap={basemap} areas={areas} />
}

type PlanProps = Pick<ReturnType<typeof useMapData>, 'areas'> & {
  readonly [Key in 'site' | 'basemap']: NonNullable<ReturnType<typeof useMapData>[Key]>
}

const sides = {
  desktop: { left: 324, right: 0, top: 44, bottom: 56 },
  tight: { left: 124, right: 0, top: 56, bottom: 56 },
  narrow: { left: 0, right: 56, top: 48, bottom: 150 },
}
/** Pixels that a list of people takes from below in a narrow window, at most; the card begins with two lines above the layers. */
const listHeight = (): number => window.innerHeight * 0.46
/** Pixels at the edges that panels cover, with a card or a list of people, where one is open. */
const usePadding = (wide: boolean, tight: boolean, card: boolean, list: boolean) =>
  useMemo(() => {
    if (!wide) return list ? { ...sides.narrow, bottom: listHeight() } : sides.narrow
    const open = card || list
    return tight ? { ...sides.tight, bottom: open ? 190 : sides.tight.bottom } : { ...sides.desktop, right: open ? 372 : 0 }
  }, [wide, tight, card, list])

/** Writes where the map stands into the address, but while it goes with somebody; nothing while it shows the whole site. */
const useCameraInAddress = (following: boolean): ((camera: Camera | null) => void) => {
  const change = useQueryChange()
  const latest = useRef(following)
  useEffect(() => {
    latest.current = following
  })
  return useCallback(
    (camera) => {
      if (!latest.current) change({ at: camera && writeCamera(camera), lng: null, lat: null })
    },
    [change],
  )
}

/** Shows the way that the address asked for whole, with the place to which it led. */
const useTrailInSight = (
  { trailWanted, trailSeen }: Selection,
  { loading, points }: TrailView,
  stage: RefObject<Stage | null>,
): void =>
  useEffect(() => {
    const bounds = trailWanted && !loading ? boundsOf(points.map(({ lng, lat }) => [lng, lat])) : null
    if (!bounds || !stage.current) return
    trailSeen()
    stage.current.showBounds(bounds, closeZoom)
  }, [trailWanted, trailSeen, loading, points, stage])

/** Names of the plan that head counts show themselves. */
const useWithoutLabels = (areas: PlanProps['areas']): readonly string[] => {
  const { hidden } = useLayers()
  const known = useHeadsKnown(liveMoving.store)
  const withCounts = known && !hidden.has('headCounts')
  return useMemo(() => (withCounts ? areas.map(({ name }) => name) : []), [withCounts, areas])
}

/** What is shown of the way somebody came: a quarter of an hour. */
const lately: TrailSpan = { from: { back: 15 * 60_000 }, to: null }

const Plan = ({ site, basemap, areas }: PlanProps) => {
  const t = useTexts(positionTexts)
  const { language } = useLanguage()
  const wide = useIsWide()
  const { frame, isTight } = useIsTight()
  const [params] = useSearchParams()
  const address = useMemo(() => readAddress(params), [params])
  const [start] = useState(address.at)
  const stage = useRef<Stage | null>(null)
  const moving = useRef<MovingHandle | null>(null)

  const known = useDirectoryRevision() > 0
  const alarms = useOpenAlarms(({ byObject }) => byObject)
  const names = useAreaNames(areas)
  const departments = useDepartments()
  const selection = useSelection({ address, site, stage, moving })
  const { id: selected, select } = selection
  const trail = useTrail(selection.object, selection.trail ? lately : null)
  useTrailInSight(selection, trail, stage)
  const lists = useLists(stage)
  const { listed, setListed, setSheet, standing, setStanding } = lists
  const broadcast = useBroadcast()
  const drawing = useDrawing(setListed, broadcast && ((points) => broadcast({ points })))
  const { tool, leave } = drawing

  useShortcut({ keys: 'alt+0', describe: shortcuts.fit, run: () => stage.current?.fit() })
  const leaveOne = (): void => {
    if (tool) leave()
    else if (standing) setStanding(null)
    else if (listed) setListed(null)
    else select(null, false)
  }
  useShortcut({ keys: 'escape', describe: shortcuts.leave, run: leaveOne })
  const pick = useCallback(
    (id: number): void => {
      setSheet(null)
      select(id, true)
    },
    [setSheet, select],
  )

  const padding = usePadding(wide, isTight, selected !== null, listed !== null)
  const people = listed && peopleOf(listed, { t, language, areas, tree: departments.tree, ...names })
  const panels = { areas, names, departments, lists, onSelect: pick }
  return (
    <MapScreen
      arrangement="over"
      narrow={!wide}
      frame={frame}
      plan={{ site, basemap }}
      moving={liveMoving}
      start={start}
      padding={padding}
      withoutLabels={useWithoutLabels(areas)}
      onCamera={useCameraInAddress(selection.following)}
      onStage={(present) => {
        stage.current = present
        if (present) selection.begin(present)
      }}
      layers={
        <>
          <PlanLayers
            {...{ areas, lists, selection, trail, moving, padding }}
            shows={departments.shows}
            listens={tool === null}
          />
          <DrawnByHand {...drawing} />
        </>
      }
      tools={useTools(drawing, broadcast !== null)}
      note={
        standing && tool === null ? <ChosenNote choice={standing} onClose={() => setStanding(null)} /> : <ToolNote {...drawing} />
      }
      above={<MapSearch onSelect={pick} onLeave={leaveOne} />}
      panels={wide && <SidePanels {...panels} />}
      card={
        <>
          {address.object !== null && known && (
            <ObjectCard
              id={selected}
              alarm={selected === null ? null : (alarms.get(selected) ?? null)}
              placeOf={names.placeOf}
              following={selection.following}
              onFollow={selection.follow}
              trail={selection.trail}
              trailLoading={trail.loading}
              trailEmpty={trail.empty}
              onTrail={selection.showTrail}
              onLocate={selection.fly}
              onClose={() => select(null, false)}
              brief={!wide}
            />
          )}
          {people && (
            <PeoplePanel {...people} onSelect={pick} onClose={() => (listed.kind === 'shape' ? leave() : setListed(null))} />
          )}
        </>
      }
      below={
        <>
          {!wide && <SheetButtons setSheet={setSheet} />}
          <LayerBar />
        </>
      }
    >
      {!wide && <PanelSheet {...panels} />}
      {basemap.features.length > 0 && <NoDevices />}
    </MapScreen>
  )
}

/** Says so where nothing is there that could move. */
const NoDevices = () => {
  const t = useTexts(positionTexts)
  const mayRegister = useCan('hatMgmt')
  const none = useOverview(({ known, byKind }) => known && kinds.every((kind) => byKind[kind].total === 0))
  return (
    none && (
      <div className={`${styles['panel']} ${styles['empty']}`}>
        <EmptyState icon="devices" title={t('noDevices')} hint={t('noDevicesHint')}>
          {mayRegister && <Link to={addressOf('hatMgmt')}>{t('registerDevices')}</Link>}
        </EmptyState>
      </div>
    )
  )
}
