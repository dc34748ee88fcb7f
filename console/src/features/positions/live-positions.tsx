import { Grid, Skeleton } from 'antd'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useOpenAlarms } from '../../shared/live/alarms.ts'
import { useDirectoryRevision } from '../../shared/live/hooks.ts'
import { useOverview } from '../../shared/live/overview.ts'
import { kinds } from '../../shared/live/position-store.ts'
import { useMapData } from '../../shared/map/map-data.ts'
import { MapView, type Camera, type Stage } from '../../shared/map/map-view.tsx'
import type { MovingHandle } from '../../shared/map/moving-objects.tsx'
import { useQueryChange } from '../../shared/routes/use-query-change.ts'
import { useShortcut } from '../../shared/shortcuts/shortcuts.ts'
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx'
import { readAddress, writeCamera } from './address.ts'
import { LayerBar } from './layer-bar.tsx'
import { useLayers } from './layer-settings.ts'
import { peopleOf } from './listed.ts'
import { MapLayers } from './map-layers.tsx'
import { MapSearch } from './map-search.tsx'
import { MapTools } from './map-tools.tsx'
import { ObjectCard } from './object-card.tsx'
import { PeoplePanel } from './people-panel.tsx'
import styles from './positions.module.css'
import { PanelSheet, SheetButtons, SidePanels } from './side-panels.tsx'
import { positionTexts } from './texts.ts'
import { useAreaNames } from './use-area-names.ts'
import { useDepartments } from './use-departments.ts'
import { useDrawing } from './use-drawing.ts'
import { useLists } from './use-lists.ts'
import { useSelection } from './use-selection.ts'
import { useTrail } from './use-trail.ts'

const shortcuts = {
  fit: { zh: '地图显示全厂', en: 'Show the whole site on the map' },
  leave: { zh: '关闭地图上的卡片或工具', en: 'Close the card or tool on the map' },
}

/** 实时位置: where everybody and everything is, now. */
export const LivePositions = () => {
  const data = useMapData()
  const t = useTexts(positionTexts)
  if (data.error) {
    return (
      <div className={styles['screen']}>
        <ErrorState error={data.error} onRetry={data.retry} retrying={data.loading} />
      </div>
    )
  }
  if (!data.site || !data.basemap) {
    return (
      <div className={styles['screen']} aria-busy="true" aria-label={t('plant')}>
        <div className={styles['waiting']}>
          <Skeleton active paragraph={{ rows: 8 }} />
        </div>
      </div>
    )
  }
  return <Plan site={data.site} basemap={data.basemap} areas={data.areas} fences={data.fences} />
}

type PlanProps = Pick<ReturnType<typeof useMapData>, 'areas' | 'fences'> & {
  readonly [Key in 'site' | 'basemap']: NonNullable<ReturnType<typeof useMapData>[Key]>
}

const sides = { desktop: { left: 324, right: 0, top: 8, bottom: 56 }, narrow: { left: 0, right: 0, top: 48, bottom: 100 } }
/** Pixels at the edges that panels cover; `open`: the card or a list of people. */
const usePadding = (wide: boolean, open: boolean) =>
  useMemo(
    () =>
      wide
        ? { ...sides.desktop, right: open ? 372 : 0 }
        : { ...sides.narrow, bottom: open ? window.innerHeight * 0.46 : sides.narrow.bottom },
    [wide, open],
  )

/** Writes where the map stands into the address, but while it goes with somebody. */
const useCameraInAddress = (following: boolean): ((camera: Camera) => void) => {
  const change = useQueryChange()
  const latest = useRef(following)
  useEffect(() => {
    latest.current = following
  })
  return useCallback(
    (camera) => {
      if (!latest.current) change({ at: writeCamera(camera), lng: null, lat: null })
    },
    [change],
  )
}

/** Names of the plan that head counts show themselves. */
const useWithoutLabels = (areas: PlanProps['areas']): readonly string[] => {
  const { hidden } = useLayers()
  const withCounts = !hidden.has('headCounts')
  return useMemo(() => (withCounts ? areas.map(({ name }) => name) : []), [withCounts, areas])
}

const Plan = ({ site, basemap, areas, fences }: PlanProps) => {
  const t = useTexts(positionTexts)
  const wide = Grid.useBreakpoint().lg ?? window.innerWidth >= 992
  const [params] = useSearchParams()
  const address = useMemo(() => readAddress(params), [params])
  const [start] = useState(address.at)
  const stage = useRef<Stage | null>(null)
  const moving = useRef<MovingHandle | null>(null)

  const known = useDirectoryRevision() > 0
  const alarms = useOpenAlarms(({ byObject }) => byObject)
  const names = useAreaNames(areas, basemap)
  const departments = useDepartments()
  const selection = useSelection({ address, site, stage, moving })
  const { id: selected, select } = selection
  const trail = useTrail(selection.object, selection.trail)
  const lists = useLists(stage)
  const { listed, setListed, setSheet } = lists
  const drawing = useDrawing(setListed)
  const { tool, leave } = drawing

  useShortcut({ keys: 'alt+0', describe: shortcuts.fit, run: () => stage.current?.fit() })
  useShortcut({
    keys: 'escape',
    describe: shortcuts.leave,
    run: () => {
      if (tool) leave()
      else if (listed) setListed(null)
      else select(null, false)
    },
  })
  const pick = useCallback(
    (id: number): void => {
      setSheet(null)
      select(id, true)
    },
    [setSheet, select],
  )

  const padding = usePadding(wide, selected !== null || listed !== null)
  const people = listed && peopleOf(listed, { t, areas, tree: departments.tree, ...names })
  const panels = { areas, names, departments, lists, onSelect: pick }
  return (
    <div className={`${styles['screen']} ${wide ? '' : styles['narrow']}`}>
      <MapView
        basemap={basemap}
        home={{ lng: site.centerLng, lat: site.centerLat, zoom: site.zoom }}
        start={start}
        padding={padding}
        withoutLabels={useWithoutLabels(areas)}
        onCamera={useCameraInAddress(selection.following)}
        onStage={(present) => {
          stage.current = present
          if (present) selection.begin(present)
        }}
      >
        <MapLayers
          {...{ site, areas, fences, names, lists, selection, trail, moving, padding }}
          shows={departments.shows}
          listens={tool === null}
        />
        <MapTools {...drawing} />
      </MapView>
      <div className={styles['searchPlace']}>
        <MapSearch onSelect={pick} />
      </div>
      {wide && <SidePanels {...panels} />}
      <div className={styles['right']}>
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
          />
        )}
        {people && (
          <PeoplePanel {...people} onSelect={pick} onClose={() => (listed.kind === 'shape' ? leave() : setListed(null))} />
        )}
      </div>
      <div className={styles['bottom']}>
        {!wide && <SheetButtons setSheet={setSheet} />}
        <LayerBar fences={fences.filter(({ enable }) => enable === 1).length} />
      </div>
      {!wide && <PanelSheet {...panels} />}
      {basemap.features.length > 0 && <NoDevices />}
    </div>
  )
}

/** Says so where nothing is there that could move. */
const NoDevices = () => {
  const t = useTexts(positionTexts)
  const none = useOverview(({ known, byKind }) => known && kinds.every((kind) => byKind[kind].total === 0))
  return (
    none && (
      <div className={`${styles['panel']} ${styles['empty']}`}>
        <EmptyState icon="devices" title={t('noDevices')} hint={t('noDevicesHint')} />
      </div>
    )
  )
}
