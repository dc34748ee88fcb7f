import { alarmLevel, type Point } from '@vigil/contract/hazards/entities.ts'
import type { Fence } from '@vigil/contract/hazards/fence.ts'
import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import type { Basemap } from '@vigil/contract/site/entities.ts'
import type { Site } from '@vigil/contract/site/settings.ts'
import { Button, Drawer, Grid } from 'antd'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams, type Location } from 'react-router'
import { useTexts } from '../../shared/i18n/texts.ts'
import { newRecord } from '../../shared/list/list-address.ts'
import { BesideQuestions, PaneBeside, useRecordBeside } from '../../shared/list/record-beside.tsx'
import { DrawBar } from '../../shared/map/draw/draw-bar.tsx'
import { FenceZones } from '../../shared/map/draw/fence-zones.tsx'
import { ShapeEditor, type ShapeEditorHandle } from '../../shared/map/draw/shape-editor.tsx'
import { isComplete, type Shape, type ShapeKind } from '../../shared/map/draw/shape.ts'
import { useDrawKeys } from '../../shared/map/draw/use-draw-keys.ts'
import { boundsOf, fenceOutline } from '../../shared/map/geometry.ts'
import { MapToolbar } from '../../shared/map/map-toolbar.tsx'
import { MapView, type Stage } from '../../shared/map/map-view.tsx'
import { isOnMap, MovingObjects } from '../../shared/map/moving-objects.tsx'
import { ScaleBar } from '../../shared/map/scale-bar.tsx'
import { AreaOutlines } from '../../shared/map/zones.tsx'
import { useQueryChange } from '../../shared/routes/use-query-change.ts'
import { writesIn } from '../../shared/session/scope.ts'
import { useCan, useUser } from '../../shared/session/session.ts'
import { useThemeMode } from '../../shared/theme/mode.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { DrawingContext, type Drawing } from './drawing.ts'
import { FenceList } from './fence-list.tsx'
import { readFilter, type FenceFilter } from './fence-search.ts'
import { asFields, drawnIn, useShapeSteps } from './fence-shape.ts'
import { fenceSpec } from './fence-spec.tsx'
import styles from './hazards.module.css'
import { hazardTexts } from './texts.ts'
import { TheirShape } from './their-shape.tsx'

interface FenceWorkbenchProps {
  readonly site: Site
  readonly basemap: Basemap
  readonly areas: readonly HazardArea[]
  readonly fences: readonly Fence[]
}

/** Pixels that the tools cover. */
const padding = { left: 44, right: 12, top: 88, bottom: 40 }
/** A fence is shown with what lies around it. */
const closest = 18.6
const noLevels: ReadonlyMap<string, number> = new Map()
const idIn = (search: string): string | null => new URLSearchParams(search).get('id')
const sameFence = (from: Location, to: Location): boolean =>
  from.pathname === to.pathname && idIn(from.search) === idIn(to.search)

/** List, map and form of the fences. */
export const FenceWorkbench = ({ site, basemap, areas, fences }: FenceWorkbenchProps) => {
  const t = useTexts(hazardTexts)
  const { palette } = useThemeMode()
  const wide = Grid.useBreakpoint().lg ?? window.innerWidth >= 992
  const allowed = useCan('dangAreaDrawMgmt:edit')
  const user = useUser()
  const [params] = useSearchParams()
  const filter = useMemo(() => readFilter(params), [params])
  const asked = params.get('id')
  const key = asked === newRecord && !allowed ? null : asked
  const present = fences.find(({ id }) => id === key) ?? null
  const mayEdit = allowed && (present === null || writesIn(user, present.deptId))
  const change = useQueryChange()
  /** False: the map stays where it is, because the fence was chosen on it. */
  const flies = useRef(true)
  const beside = useRecordBeside(fenceSpec, {
    openKey: key,
    stored: present,
    answer: fences,
    presets: fenceSpec.options.presets ?? {},
    mayEdit,
    same: sameFence,
    onSaved: ({ id }) => {
      if (id === key) return
      // What is being drawn by now goes on: it is the same fence.
      setToolOf((of) => (of.key === key ? { ...of, key: id } : of))
      flies.current = false
      change({ id })
    },
  })
  const { editing, opened } = beside
  const { editor } = editing
  const { base, conflict, draft } = editor
  const steps = useShapeSteps(editor, opened.form)
  const drawn = steps.shape

  const [stage, setStage] = useState<Stage | null>(null)
  const [toolOf, setToolOf] = useState<{ readonly key: string | null; readonly tool: ShapeKind | null }>({
    key: null,
    tool: null,
  })
  const tool = !mayEdit || key === null ? null : toolOf.key === key ? toolOf.tool : key === newRecord ? 'polygon' : null
  const [live, setLive] = useState<Shape | null>(null)
  const [marked, setMarked] = useState<number | null>(null)
  // Unless said, markers leave the map to the corners while a fence is open.
  const [movingAsked, setMoving] = useState<boolean | null>(null)
  const moving = movingAsked ?? key === null
  const [sheet, setSheet] = useState<'list' | 'form' | null>(null)
  const shapeEditor = useRef<ShapeEditorHandle>(null)

  const onFilter = ({ query, level, enable }: FenceFilter): void =>
    change({
      q: query === '' ? null : query,
      level: level === null ? null : String(level),
      enable: enable === null ? null : String(enable),
    })

  const open = (id: string | null): void => {
    setMarked(null)
    change({ id })
  }
  const openFromMap = (id: string): void => {
    flies.current = false
    open(id)
    if (!wide) setSheet('form')
  }
  const openFromList = (id: string): void => {
    if (id === key) showOnMap()
    open(id)
    setSheet(null)
  }
  const startNew = (kind: ShapeKind): void => {
    setToolOf({ key: newRecord, tool: kind })
    setSheet(null)
    open(newRecord)
  }
  const setTool = (kind: ShapeKind | null): void => {
    setLive(null)
    setToolOf({ key, tool: kind })
    if (kind) setSheet(null)
  }
  const close = (): void => {
    setTool(null)
    setSheet(null)
    open(null)
  }

  const complete = isComplete(drawn)
  const showOnMap = useCallback((): void => {
    if (!stage || !complete) return
    const bounds = boundsOf(fenceOutline({ ...drawn, points: [...drawn.points] }))
    stage.map.resize()
    if (bounds) stage.showBounds(bounds, closest)
  }, [stage, complete, drawn])
  const shown = useRef(showOnMap)
  useEffect(() => {
    shown.current = showOnMap
  })
  useEffect(() => {
    if (!stage) return
    if (flies.current && key !== newRecord) shown.current()
    flies.current = true
  }, [stage, key])
  useEffect(() => setLive(null), [opened.form])
  // The tool that was taken last stays the kind of a shape without points, so that it can be typed as well.
  const { set: setShape } = steps
  useEffect(() => {
    if (tool && drawn.points.length === 0 && drawn.shape !== tool) setShape({ ...drawn, shape: tool }, 'kind')
  })
  // A shape that is half drawn is no value yet, and asked about all the same.
  const { setUnfinished } = editor
  const sketched = tool !== null && live !== null
  useEffect(() => {
    if (key !== null) setUnfinished('points', sketched)
  }, [key, sketched, setUnfinished])

  const undo = (): void => {
    if (tool) shapeEditor.current?.undo()
    else steps.undo()
  }
  const redo = (): void => {
    if (tool) shapeEditor.current?.redo()
    else steps.redo()
  }
  const editable = mayEdit && key !== null
  useDrawKeys(editable, { undo, redo, cancel: tool ? () => setTool(null) : null })

  const level = alarmLevel.schema.safeParse(draft['level']).data ?? alarmLevel.code.two
  const levelColour = palette[`level${level}`]
  const colour = typeof draft['colour'] === 'string' && draft['colour'] !== '' ? draft['colour'] : levelColour
  const missing = key !== null && key !== newRecord && base === null
  const home = (): Point => {
    const centre = stage?.map.getCenter()
    return centre ? [centre.lng, centre.lat] : [site.centerLng, site.centerLat]
  }

  const list = (
    <FenceList
      fences={fences}
      filter={filter}
      onFilter={onFilter}
      selected={key}
      onSelect={openFromList}
      onTable={() => change({ view: 'table', id: null })}
      onNew={allowed ? () => startNew('polygon') : undefined}
      onClose={wide ? undefined : () => setSheet(null)}
    />
  )
  const drawing: Drawing = {
    shape: live ?? drawn,
    live: live !== null,
    tool,
    onTool: setTool,
    onShape: steps.set,
    onMark: setMarked,
    home,
    levelColour,
  }
  /** What the pointer is at shows in the form at once, and is a change only when it is done. */
  const underPointer = live ? asFields(live) : tool ? { shape: tool } : {}
  // Who leaves a field to draw is not done with it.
  const touch = (name: string): void => {
    if (tool === null) editor.touch(name)
  }
  const form = key !== null && (
    <DrawingContext value={drawing}>
      <PaneBeside
        beside={beside}
        shown={{ ...editing, editor: { ...editor, draft: { ...draft, ...underPointer }, touch } }}
        onClose={() => (wide ? open(null) : setSheet(null))}
        onGiveUp={close}
        onDeleted={close}
      />
    </DrawingContext>
  )

  return (
    <div className={styles['screen']} data-wide={wide} data-form={key !== null}>
      {wide && list}
      <div className={styles['map']}>
        <MapView
          basemap={basemap}
          home={{ lng: site.centerLng, lat: site.centerLat, zoom: site.zoom }}
          padding={padding}
          onStage={setStage}
        >
          <AreaOutlines
            areas={areas}
            levels={noLevels}
            chosen={key !== null && typeof draft['areaId'] === 'string' ? draft['areaId'] : null}
          />
          <FenceZones fences={fences} without={base?.id ?? null} onChoose={openFromMap} listens={tool === null} />
          {moving && <MovingObjects shows={isOnMap} selected={null} labels={false} listens={false} />}
          {conflict && <TheirShape shape={drawnIn(conflict)} />}
          {key !== null && !missing && (
            <ShapeEditor
              ref={shapeEditor}
              shape={drawn}
              tool={tool}
              editable={mayEdit}
              colour={colour}
              marked={marked}
              onLive={setLive}
              onShape={steps.set}
              onDrawn={(shape) => {
                steps.set(shape, null)
                setTool(null)
                if (!wide) setSheet('form')
              }}
            />
          )}
          <div className={styles['mapToolsPlace']}>
            <MapToolbar
              tools={[
                ...(key !== null && complete ? [{ icon: 'target', text: t('showFence'), run: showOnMap } as const] : []),
                { icon: 'helmet', text: t(moving ? 'movingOn' : 'movingOff'), run: () => setMoving(!moving), pressed: moving },
              ]}
            />
          </div>
          <div className={styles['scalePlace']}>
            <ScaleBar />
          </div>
        </MapView>
        {mayEdit && (
          <DrawBar
            tool={tool}
            open={key !== null && !missing}
            shape={key === null || missing ? null : (live ?? (tool ? null : drawn))}
            canUndo={steps.canUndo}
            canRedo={steps.canRedo}
            onTool={(kind) => (key === null || missing ? startNew(kind) : setTool(tool === kind ? null : kind))}
            onCancel={() => setTool(null)}
            onUndo={undo}
            onRedo={redo}
          />
        )}
        {!wide && (
          <div className={styles['sheetButtons']}>
            <Button icon={<Icon name="fence" size={16} />} onClick={() => setSheet('list')}>
              {t('listButton')} {fences.length}
            </Button>
            {key !== null && (
              <Button type="primary" icon={<Icon name="sliders" size={16} />} onClick={() => setSheet('form')}>
                {t('formButton')}
              </Button>
            )}
          </div>
        )}
      </div>
      {wide && form}
      {!wide && (
        <>
          <Drawer
            open={sheet === 'list'}
            onClose={() => setSheet(null)}
            placement="left"
            size={320}
            mask={false}
            closable={false}
            getContainer={false}
            rootStyle={inScreen}
            styles={flush}
          >
            {list}
          </Drawer>
          <Drawer
            open={sheet === 'form' && key !== null}
            onClose={() => setSheet(null)}
            placement="right"
            size={400}
            mask={false}
            closable={false}
            getContainer={false}
            rootStyle={inScreen}
            styles={flush}
            keyboard={false}
            // What stands in the corner makes room for the pane only while it is there.
            destroyOnHidden
          >
            {form}
          </Drawer>
        </>
      )}
      <BesideQuestions beside={beside} />
    </div>
  )
}

const inScreen = { position: 'absolute' } as const
const flush = { body: { padding: 0, display: 'flex' } } as const
