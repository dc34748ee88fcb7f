import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import type { Point } from '@vigil/contract/hazards/entities.ts'
import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import { Drawer, Grid, Skeleton } from 'antd'
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { client } from '../../shared/api/client.ts'
import { useCall } from '../../shared/api/queries.ts'
import { logError } from '../../shared/error-log/error-log.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { alarmNameIn } from '../../shared/live/alarm-name.ts'
import { useOpenAlarms } from '../../shared/live/alarms.ts'
import { useDirectoryRevision, useObject } from '../../shared/live/hooks.ts'
import { positions } from '../../shared/live/live.ts'
import { useOverview } from '../../shared/live/overview.ts'
import { deviceKey, kinds } from '../../shared/live/position-store.ts'
import { AreaPills } from '../../shared/map/area-pills.tsx'
import { boundsOf, lengthOf } from '../../shared/map/geometry.ts'
import { areaAt } from '../../shared/map/head-count.ts'
import { HungAt } from '../../shared/map/hung.tsx'
import { englishNames, useAreaLevels, useMapData, useRings } from '../../shared/map/map-data.ts'
import { MapToolbar } from '../../shared/map/map-toolbar.tsx'
import { closeZoom, MapView, type Camera, type Stage } from '../../shared/map/map-view.tsx'
import { MovingObjects, type MovingHandle } from '../../shared/map/moving-objects.tsx'
import { ScaleBar } from '../../shared/map/scale-bar.tsx'
import { Sketch } from '../../shared/map/sketch.tsx'
import { Trail } from '../../shared/map/trail.tsx'
import { AreaOutlines, Fences } from '../../shared/map/zones.tsx'
import { idsBelow } from '../../shared/pick/departments.ts'
import { useQueryChange } from '../../shared/routes/use-query-change.ts'
import { useShortcut } from '../../shared/shortcuts/shortcuts.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx'
import { readAddress, writeCamera } from './address.ts'
import { AreasPanel } from './areas-panel.tsx'
import { countDepartments } from './department-tree.ts'
import { DeptPanel } from './dept-panel.tsx'
import { FollowCamera } from './follow-camera.tsx'
import { peopleOf, type Listed } from './listed.ts'
import { LayerBar } from './layer-bar.tsx'
import { isKindShown, useLayers } from './layer-settings.ts'
import { MapSearch } from './map-search.tsx'
import { NoFixPill } from './no-fix-pill.tsx'
import { ObjectCard } from './object-card.tsx'
import { PeoplePanel } from './people-panel.tsx'
import styles from './positions.module.css'
import { positionTexts } from './texts.ts'
import { useTrail } from './use-trail.ts'

const sides = { desktop: { left: 324, right: 0, top: 8, bottom: 56 }, narrow: { left: 0, right: 0, top: 48, bottom: 100 } }
const shortcuts = {
  fit: { zh: '地图显示全厂', en: 'Show the whole site on the map' },
  leave: { zh: '关闭地图上的卡片或工具', en: 'Close the card or tool on the map' },
}
const noPoints: readonly Point[] = []

type Tool = 'measure' | 'lasso'

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

const Plan = ({ site, basemap, areas, fences }: PlanProps) => {
  const t = useTexts(positionTexts)
  const { language } = useLanguage()
  const wide = Grid.useBreakpoint().lg ?? window.innerWidth >= 992
  const [params] = useSearchParams()
  const address = useMemo(() => readAddress(params), [params])
  const [start] = useState(address.at)
  const [tool, setTool] = useState<Tool | null>(null)
  const [drawn, setDrawn] = useState<{ readonly points: readonly Point[]; readonly done: boolean }>({
    points: noPoints,
    done: false,
  })
  const [listed, setListed] = useState<Listed | null>(null)
  const [chosenArea, setChosenArea] = useState<string | null>(null)
  const [hiddenDepts, setHiddenDepts] = useState<ReadonlySet<string>>(new Set())
  const [following, setFollowing] = useState(false)
  const [trail, setTrail] = useState(false)
  const [sheet, setSheet] = useState<'departments' | 'areas' | null>(null)
  const stage = useRef<Stage | null>(null)
  const moving = useRef<MovingHandle | null>(null)

  const directory = useDirectoryRevision()
  const overview = useOverview()
  const alarms = useOpenAlarms(({ byObject }) => byObject)
  const { hidden: hiddenLayers } = useLayers()
  const rings = useRings(areas)
  const levels = useAreaLevels()
  const departments = useCall(accountCalls.listDeptNodeAll, undefined, { staleTime: 60_000 })
  const tree = useMemo(
    () => countDepartments(departments.data ?? [], overview.byDept, t('noDepartment')),
    [departments.data, overview.byDept, t],
  )

  const english = useMemo(() => englishNames(basemap), [basemap])
  const nameOf = useCallback(
    (area: HazardArea): string => (language === 'en' ? (english.get(area.name) ?? area.name) : area.name),
    [english, language],
  )
  const areaNames = useMemo(() => areas.map(({ name }) => name), [areas])
  const withoutLabels = hiddenLayers.has('headCounts') ? noNames : areaNames

  // The address names the selected thing; its id is known once the directory came.
  const selectedSlot = address.object === null ? undefined : positions.slotOfDevice(address.object)
  const selected = selectedSlot === undefined ? null : (positions.ids[selectedSlot] ?? null)
  const object = useObject(selected)
  const trailView = useTrail(object, trail)

  const change = useQueryChange()

  const placeOfThing = useCallback(
    (id: number): readonly [number, number] => moving.current?.whereIs(id) ?? [site.defaultLng, site.defaultLat],
    [site.defaultLng, site.defaultLat],
  )

  /** The thing that the map has already gone to; the one a link was opened with keeps the link's own view. */
  const reached = useRef(start ? address.object : null)
  const select = useCallback(
    (id: number | null, fly: boolean): void => {
      const slot = id === null ? undefined : positions.slotOf(id)
      const object = slot === undefined ? null : positions.object(slot)
      const key = object ? deviceKey(object) : null
      if (!fly) reached.current = key
      else if (key === reached.current && id !== null) stage.current?.flyTo(...placeOfThing(id))
      setFollowing(false)
      setTrail(false)
      change({ object: key, alarm: null })
    },
    [change, placeOfThing],
  )
  useEffect(() => {
    if (address.object === null) reached.current = null
    if (selected === null || address.object === reached.current || !stage.current) return
    reached.current = address.object
    stage.current.flyTo(...placeOfThing(selected))
  }, [address.object, selected, directory, placeOfThing])

  const goTo = useCallback((point: { readonly lng: number; readonly lat: number }): void => {
    stage.current?.flyTo(point.lng, point.lat, closeZoom)
  }, [])
  const [pinned, setPinned] = useState(address.point)
  useEffect(() => {
    if (!address.point) return
    setPinned(address.point)
    goTo(address.point)
  }, [address.point, goTo])

  // An alarm in the address becomes its thing, or its place where the thing is gone.
  useEffect(() => {
    const id = address.alarm
    if (id === null || directory === 0) return undefined
    let current = true
    const known = useOpenAlarms.getState().open.find((alarm) => alarm.id === id)
    const found = known ? Promise.resolve(known) : client.ask(alarmCalls.getZdAlarmById, { id })
    found.then(
      (alarm) => {
        if (!current) return
        const slot = alarm.objectId === null ? undefined : positions.slotOf(alarm.objectId)
        const object = slot === undefined ? null : positions.object(slot)
        if (object) {
          reached.current = null
          change({ alarm: null, object: deviceKey(object) })
        } else if (alarm.lng !== null && alarm.lat !== null) {
          change({ alarm: null, lng: String(alarm.lng), lat: String(alarm.lat) })
        } else change({ alarm: null })
      },
      (error: unknown) => logError(error, 'live positions'),
    )
    return () => {
      current = false
    }
  }, [address.alarm, directory, change])

  const hideRest = hiddenDepts.has('')
  const knownDepts = useMemo(() => new Set(tree.flatMap(idsBelow)), [tree])
  const shows = useCallback(
    (slot: number): boolean => {
      const object = positions.object(slot)
      if (!object || !isKindShown(hiddenLayers, object.deviceType)) return false
      const dept = object.deptId ?? ''
      return knownDepts.has(dept) ? !hiddenDepts.has(dept) : !hideRest
    },
    [hiddenLayers, hiddenDepts, hideRest, knownDepts],
  )

  const placeName = useCallback(
    (lng: number, lat: number): string => {
      const id = areaAt(rings, lng, lat)
      const area = areas.find((candidate) => candidate.id === id)
      return area ? nameOf(area) : t('outside')
    },
    [rings, areas, nameOf, t],
  )
  const zoomTo = useCallback((area: HazardArea): void => {
    setChosenArea(area.id)
    setSheet(null)
    const bounds = boundsOf(area.points)
    if (bounds) stage.current?.showBounds(bounds, 19)
  }, [])
  const list = useCallback((people: Listed): void => {
    setSheet(null)
    setListed(people)
  }, [])
  const listDept = useCallback((id: string) => list({ kind: 'dept', id }), [list])
  const listArea = useCallback(
    (area: HazardArea | null) => list(area ? { kind: 'area', id: area.id } : { kind: 'elsewhere' }),
    [list],
  )
  const listOnSite = useCallback(() => list({ kind: 'onSite' }), [list])
  const listInterrupted = useCallback(() => list({ kind: 'interrupted' }), [list])

  const leave = useCallback((): void => {
    setTool(null)
    setDrawn({ points: noPoints, done: false })
    setListed((now) => (now?.kind === 'shape' ? null : now))
  }, [])
  const take = (next: Tool): void => {
    leave()
    setTool(tool === next ? null : next)
  }
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

  const content = listed && peopleOf(listed, { t, areas, rings, nameOf, tree })

  const padding = useMemo(
    () =>
      wide
        ? { ...sides.desktop, right: selected === null && !listed ? 0 : 372 }
        : { ...sides.narrow, bottom: selected === null && !listed ? sides.narrow.bottom : window.innerHeight * 0.46 },
    [wide, selected, listed],
  )
  const onCamera = useCallback(
    (camera: Camera): void => {
      if (!followingRef.current) change({ at: writeCamera(camera), lng: null, lat: null })
    },
    [change],
  )
  const followingRef = useRef(following)
  useEffect(() => {
    followingRef.current = following
  })
  const stopFollowing = useCallback(() => setFollowing(false), [])
  const onSelect = useCallback((id: number | null) => select(id, false), [select])
  const pick = useCallback(
    (id: number): void => {
      setSheet(null)
      select(id, true)
    },
    [select],
  )
  const alarmText = useCallback(
    (id: number): string => {
      const told = alarms.get(id)
      return told ? alarmNameIn(told.alarm, language) : ''
    },
    [alarms, language],
  )

  const deptPanel = (
    <DeptPanel
      tree={tree}
      hidden={hiddenDepts}
      onHide={setHiddenDepts}
      chosen={listed?.kind === 'dept' ? listed.id : null}
      onChoose={listDept}
      onSelect={pick}
    />
  )
  const areasPanel = (
    <AreasPanel
      areas={areas}
      nameOf={nameOf}
      rings={rings}
      chosen={chosenArea}
      onZoom={zoomTo}
      onPeople={listArea}
      onOnSite={listOnSite}
      onInterrupted={listInterrupted}
    />
  )
  const card = address.object !== null && directory > 0 && (
    <ObjectCard
      id={selected}
      alarm={selected === null ? null : (alarms.get(selected) ?? null)}
      placeOf={placeName}
      following={following}
      onFollow={setFollowing}
      trail={trail}
      trailLoading={trailView.loading}
      trailEmpty={trailView.empty}
      onTrail={setTrail}
      onLocate={() => selected !== null && stage.current?.flyTo(...placeOfThing(selected))}
      onClose={() => select(null, false)}
    />
  )
  const people = content && (
    <PeoplePanel {...content} onSelect={pick} onClose={() => (listed?.kind === 'shape' ? leave() : setListed(null))} />
  )

  return (
    <div className={`${styles['screen']} ${wide ? '' : styles['narrow']}`}>
      <MapView
        basemap={basemap}
        home={{ lng: site.centerLng, lat: site.centerLat, zoom: site.zoom }}
        start={start}
        padding={padding}
        withoutLabels={withoutLabels}
        onCamera={onCamera}
        onStage={(present) => {
          stage.current = present
          if (!present) return
          if (address.point) goTo(address.point)
          else if (selected !== null && address.object !== reached.current) {
            reached.current = address.object
            present.flyTo(...placeOfThing(selected))
          }
        }}
      >
        {!hiddenLayers.has('fences') && <Fences fences={fences} />}
        <AreaOutlines areas={areas} levels={levels} chosen={chosenArea} />
        {trail && trailView.points.length > 1 && <Trail points={trailView.points} marks={trailView.marks} />}
        <MovingObjects
          ref={moving}
          shows={shows}
          selected={selected}
          onSelect={onSelect}
          onCrowd={(slots) => setListed({ kind: 'crowd', slots })}
          listens={tool === null}
          alarmText={alarmText}
        />
        {!hiddenLayers.has('headCounts') && (
          <AreaPills areas={areas} nameOf={nameOf} rings={rings} levels={levels} onChoose={zoomTo} />
        )}
        {overview.withoutPosition > 0 && (
          <NoFixPill
            lng={site.defaultLng}
            lat={site.defaultLat}
            count={overview.withoutPosition}
            selected={
              object && selectedSlot !== undefined && !positions.hasPosition(selectedSlot)
                ? (object.userName ?? object.label)
                : null
            }
            onOpen={() => setListed({ kind: 'noPosition' })}
          />
        )}
        {pinned && (
          <HungAt lng={pinned.lng} lat={pinned.lat} anchor={[-0.5, -1]}>
            <span className={styles['pin']}>
              <Icon name="pin" size={32} />
            </span>
          </HungAt>
        )}
        {following && selected !== null && (
          <FollowCamera id={selected} moving={moving} offset={followOffset(padding)} onLeft={stopFollowing} />
        )}
        {tool && (
          <Sketch
            key={tool}
            shape={tool === 'measure' ? 'line' : 'polygon'}
            onChange={(points, done) => {
              setDrawn({ points, done })
              if (tool === 'lasso') setListed(done ? { kind: 'shape', points } : null)
            }}
            onCancel={leave}
          />
        )}
        {tool && (
          <ToolNote>
            {tool === 'measure' && drawn.points.length > 1
              ? `${t('distance')} ${metresText(t, lengthOf(drawn.points))}`
              : t(tool === 'measure' ? 'measureHint' : 'lassoHint')}
          </ToolNote>
        )}
        <div className={styles['toolsPlace']}>
          <MapToolbar
            tools={[
              { icon: 'ruler', text: t('measure'), run: () => take('measure'), pressed: tool === 'measure' },
              { icon: 'lasso', text: t('lasso'), run: () => take('lasso'), pressed: tool === 'lasso' },
            ]}
          />
        </div>
        <div className={styles['scalePlace']}>
          <ScaleBar />
        </div>
      </MapView>
      <div className={styles['searchPlace']}>
        <MapSearch onSelect={pick} />
      </div>
      {wide && (
        <div className={styles['left']}>
          {deptPanel}
          {areasPanel}
        </div>
      )}
      <div className={styles['right']}>
        {card}
        {people}
      </div>
      <div className={styles['bottom']}>
        {!wide && (
          <div className={`${styles['panel']} ${styles['sheetButtons']}`}>
            <button type="button" className={styles['chip']} onClick={() => setSheet('departments')}>
              <Icon name="user" />
              {t('departments')}
            </button>
            <button type="button" className={styles['chip']} onClick={() => setSheet('areas')}>
              <Icon name="pin" />
              {t('areas')}
            </button>
          </div>
        )}
        <LayerBar fences={fences.filter(({ enable }) => enable === 1).length} />
      </div>
      {!wide && (
        <Drawer
          open={sheet !== null}
          onClose={() => setSheet(null)}
          placement="bottom"
          size="65%"
          closable={false}
          className={styles['sheet'] ?? ''}
          styles={{ body: { padding: 0 }, mask: { background: 'transparent' } }}
        >
          {sheet === 'departments' ? deptPanel : areasPanel}
        </Drawer>
      )}
      {basemap.features.length > 0 && overview.known && kinds.every((kind) => overview.byKind[kind].total === 0) && (
        <div className={`${styles['panel']} ${styles['empty']}`}>
          <EmptyState icon="devices" title={t('noDevices')} hint={t('noDevicesHint')} />
        </div>
      )}
    </div>
  )
}

const noNames: readonly string[] = []

const followOffset = ({ left, right, top, bottom }: { left: number; right: number; top: number; bottom: number }) =>
  [(left - right) / 2, (top - bottom) / 2] as const

const metresText = (t: ReturnType<typeof useTexts<typeof positionTexts.table>>, metres: number): string =>
  metres >= 1000 ? t('kilometres', { n: (metres / 1000).toFixed(2) }) : t('metres', { n: metres.toFixed(1) })

const ToolNote = ({ children }: { readonly children: ReactNode }) => (
  <div className={`${styles['panel']} ${styles['toolNote']}`} role="status">
    {children}
  </div>
)
