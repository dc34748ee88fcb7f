import type { Fence, Point } from '@vigil/contract/hazards/entities.ts'
import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import type { Basemap } from '@vigil/contract/site/entities.ts'
import type { Site } from '@vigil/contract/site/settings.ts'
import { Button, Drawer, Grid } from 'antd'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams, type Location } from 'react-router'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useAfterSave } from '../../shared/editing/use-after-save.ts'
import { LeaveQuestion } from '../../shared/list/leave-question.tsx'
import { DrawBar } from '../../shared/map/draw/draw-bar.tsx'
import { FenceZones } from '../../shared/map/draw/fence-zones.tsx'
import { DrawIcon } from '../../shared/map/draw/icons.tsx'
import { ShapeEditor, type ShapeEditorHandle } from '../../shared/map/draw/shape-editor.tsx'
import { isComplete, type Shape, type ShapeKind } from '../../shared/map/draw/shape.ts'
import { useDrawKeys } from '../../shared/map/draw/use-draw-keys.ts'
import { boundsOf, fenceOutline } from '../../shared/map/geometry.ts'
import { MapToolbar } from '../../shared/map/map-toolbar.tsx'
import { MapView, type Stage } from '../../shared/map/map-view.tsx'
import { isOnMap, MovingObjects } from '../../shared/map/moving-objects.tsx'
import { ScaleBar } from '../../shared/map/scale-bar.tsx'
import { AreaOutlines } from '../../shared/map/zones.tsx'
import { deptNames } from '../../shared/pick/departments.ts'
import { useDepartments } from '../../shared/pick/use-departments.ts'
import { useQueryChange } from '../../shared/routes/use-query-change.ts'
import { writesIn } from '../../shared/session/scope.ts'
import { useCan, useUser } from '../../shared/session/session.ts'
import { useShortcut } from '../../shared/shortcuts/shortcuts.ts'
import { useThemeMode } from '../../shared/theme/mode.ts'
import { IconButton } from '../../shared/ui/bare-buttons.tsx'
import { Icon } from '../../shared/ui/icon.tsx'
import { QuestionDialog } from '../../shared/ui/question-dialog.tsx'
import { EmptyState } from '../../shared/ui/states.tsx'
import { useUnsavedGuard } from '../../shared/unsaved/unsaved-guard.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { draftOf, shapeOf } from './fence-draft.ts'
import { FenceFacts } from './fence-facts.tsx'
import { FenceForm } from './fence-form.tsx'
import { FenceList } from './fence-list.tsx'
import { readFilter, type FenceFilter } from './fence-search.ts'
import styles from './hazards.module.css'
import { hazardTexts } from './texts.ts'
import { TheirShape } from './their-shape.tsx'
import { useFenceEditor, type OpenKey } from './use-fence-editor.ts'
import { usePeople } from './use-people.ts'
import { fenceWord, type Names } from './words.ts'

interface FenceWorkbenchProps {
  readonly site: Site
  readonly basemap: Basemap
  readonly areas: readonly HazardArea[]
  readonly fences: readonly Fence[]
}

const saveShortcut = { zh: '保存围栏', en: 'Save the fence' }
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
  const key: OpenKey = asked === 'new' && !allowed ? null : asked
  const present = fences?.find(({ id }) => id === key)
  const mayEdit = allowed && (present === undefined || writesIn(user, present.deptId))
  const editor = useFenceEditor(key, fences)
  const { draft, state, dirty, opened } = editor
  const { base, conflict } = state
  const { shapes } = state.draft
  const guard = useUnsavedGuard(dirty, sameFence)

  const [stage, setStage] = useState<Stage | null>(null)
  const [toolOf, setToolOf] = useState<{ readonly key: OpenKey; readonly tool: ShapeKind | null }>({ key: null, tool: null })
  const tool = !mayEdit || key === null ? null : toolOf.key === key ? toolOf.tool : key === 'new' ? 'polygon' : null
  const [live, setLive] = useState<Shape | null>(null)
  const [marked, setMarked] = useState<number | null>(null)
  // Unless said, markers leave the map to the corners while a fence is open.
  const [movingAsked, setMoving] = useState<boolean | null>(null)
  const moving = movingAsked ?? key === null
  const [sheet, setSheet] = useState<'list' | 'form' | null>(null)
  const [deleting, setDeleting] = useState(false)
  const shapeEditor = useRef<ShapeEditorHandle>(null)

  const departments = useDepartments()
  const nodes = useMemo(() => departments.data ?? [], [departments.data])
  const people = usePeople(mayEdit && key !== null)
  const names = useMemo((): Names => {
    const depts = deptNames(nodes)
    const areaNames = new Map(areas.map(({ id, name }) => [id, name]))
    const persons = people && new Map(people.map(({ id, name }) => [id, name]))
    return {
      dept: (id) => depts.get(id) ?? id,
      area: (id) => areaNames.get(id) ?? id,
      person: persons && ((id) => persons.get(id) ?? id),
    }
  }, [nodes, areas, people])

  const change = useQueryChange()
  const onFilter = ({ query, level, enable }: FenceFilter): void =>
    change({
      q: query === '' ? null : query,
      level: level === null ? null : String(level),
      enable: enable === null ? null : String(enable),
    })

  /** False: the map stays where it is, because the fence was chosen on it. */
  const flies = useRef(true)
  const open = (id: OpenKey): void => {
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
    setToolOf({ key: 'new', tool: kind })
    setSheet(null)
    open('new')
  }
  const setTool = (kind: ShapeKind | null): void => {
    setLive(null)
    setToolOf({ key, tool: kind })
    if (kind) setSheet(null)
  }
  const close = (): void => {
    setTool(null)
    setSheet(null)
    guard.letPass(() => open(null))
  }
  const saved = useAfterSave<Fence, null>(guard, ({ record: { id }, record }) => {
    opened.saved(record)
    if (id === key) return
    // What is being drawn by now goes on: it is the same fence.
    setToolOf((of) => (of.key === key ? { ...of, key: id } : of))
    flies.current = false
    change({ id })
  })

  const complete = isComplete(draft)
  const showOnMap = useCallback((): void => {
    if (!stage || !complete) return
    const bounds = boundsOf(fenceOutline({ ...shapeOf(draft), points: [...draft.points] }))
    stage.map.resize()
    if (bounds) stage.showBounds(bounds, closest)
  }, [stage, complete, draft])
  const shown = useRef(showOnMap)
  useEffect(() => {
    shown.current = showOnMap
  })
  useEffect(() => {
    if (!stage) return
    if (flies.current && key !== 'new') shown.current()
    flies.current = true
  }, [stage, key])
  useEffect(() => setLive(null), [opened.form])
  // The tool that was taken last stays the kind of a shape without points, so that it can be typed as well.
  const { setShape } = editor
  useEffect(() => {
    if (tool && draft.points.length === 0 && draft.shape !== tool) setShape({ ...shapeOf(draft), shape: tool }, 'kind')
  }, [tool, draft, setShape])

  const undo = (): void => {
    if (tool) shapeEditor.current?.undo()
    else editor.undo()
  }
  const redo = (): void => {
    if (tool) shapeEditor.current?.redo()
    else editor.redo()
  }
  const editable = mayEdit && key !== null
  useDrawKeys(editable, { undo, redo, cancel: tool ? () => setTool(null) : null })
  const canSave = editable && dirty && !editor.gone && tool === null
  const save = (): void => {
    if (canSave) void editor.save().then((outcome) => outcome && saved(outcome, null))
  }
  useShortcut({ keys: 'ctrl+s', describe: saveShortcut, run: save })

  const levelColour = palette[`level${draft.level}`]
  const colour = draft.colour === '' ? levelColour : draft.colour
  const missing = key !== null && key !== 'new' && base === null
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
      onNew={allowed ? () => startNew('polygon') : undefined}
      onClose={wide ? undefined : () => setSheet(null)}
    />
  )
  const title = base === null ? (missing ? t('viewFence') : t('newFence')) : t(mayEdit ? 'editFence' : 'viewFence')
  const form = key !== null && (
    <section className={styles['formPanel']} aria-label={title}>
      <header className={styles['head']}>
        <h2>{title}</h2>
        <span className={styles['total']} title={base?.name}>
          {base?.name}
        </span>
        <IconButton label={t('closeForm')} onClick={() => (wide ? open(null) : setSheet(null))}>
          <Icon name="close" />
        </IconButton>
      </header>
      {missing ? (
        <EmptyState icon="fence" title={t('notFound')}>
          <Button onClick={() => open(null)}>{t('closeForm')}</Button>
        </EmptyState>
      ) : mayEdit ? (
        <>
          <div className={styles['actions']}>
            <Button type="primary" loading={editor.saving} disabled={!canSave} onClick={save}>
              {t('save')}
            </Button>
            <Button
              disabled={editor.saving || (base !== null && !dirty)}
              onClick={() => (base === null ? close() : editor.reset())}
            >
              {t(base === null ? 'cancel' : 'discard')}
            </Button>
            <span className={styles['changed']} role="status">
              {base === null ? t('unsavedNew') : dirty ? t('changed', { n: editor.changes.length }) : t('upToDate')}
            </span>
            {base && !editor.gone && (
              <IconButton danger label={t('delete')} onClick={() => setDeleting(true)}>
                <DrawIcon name="trash" />
              </IconButton>
            )}
          </div>
          <FenceForm
            key={opened.form}
            editor={editor}
            areas={areas}
            people={people}
            home={home}
            live={live}
            tool={tool}
            onTool={setTool}
            onMark={setMarked}
            levelColour={levelColour}
            onSave={save}
            onSaveAsNew={() => void editor.saveAsNew().then((outcome) => outcome && saved(outcome, null))}
          />
        </>
      ) : (
        base && <FenceFacts fence={base} names={names} />
      )}
    </section>
  )

  return (
    <div className={styles['screen']} data-wide={wide} data-form={form !== false}>
      {wide && list}
      <div className={styles['map']}>
        <MapView
          basemap={basemap}
          home={{ lng: site.centerLng, lat: site.centerLat, zoom: site.zoom }}
          padding={padding}
          onStage={setStage}
        >
          <AreaOutlines areas={areas} levels={noLevels} chosen={key === null ? null : draft.areaId} />
          <FenceZones fences={fences} without={base?.id ?? null} onChoose={openFromMap} listens={tool === null} />
          {moving && <MovingObjects shows={isOnMap} selected={null} labels={false} listens={false} />}
          {conflict && <TheirShape shape={draftOf(conflict)} />}
          {key !== null && !missing && (
            <ShapeEditor
              ref={shapeEditor}
              shape={shapes.present}
              tool={tool}
              editable={mayEdit}
              colour={colour}
              marked={marked}
              onLive={setLive}
              onShape={editor.setShape}
              onDrawn={(shape) => {
                editor.setShape(shape, null)
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
            shape={key === null || missing ? null : (live ?? (tool ? null : shapeOf(draft)))}
            canUndo={shapes.past.length > 0}
            canRedo={shapes.future.length > 0}
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
          >
            {form}
          </Drawer>
        </>
      )}
      <ConflictDialog editor={editor} names={names} />
      <QuestionDialog
        open={deleting}
        title={t('deleteTitle')}
        question={t('deleteQuestion', { name: base?.name ?? '' })}
        hint={t('deleteHint')}
        onClose={() => setDeleting(false)}
        footer={
          <>
            <Button onClick={() => setDeleting(false)}>{t('cancel')}</Button>
            <Button
              danger
              type="primary"
              loading={editor.deleting}
              onClick={() =>
                void editor.remove().then((gone) => {
                  setDeleting(false)
                  if (gone) close()
                })
              }
            >
              {t('delete')}
            </Button>
          </>
        }
      />
      <LeaveQuestion what={fenceWord} name={base && base.name} editor={editor} leaving={guard.leaving} />
    </div>
  )
}

const inScreen = { position: 'absolute' } as const
const flush = { body: { padding: 0, display: 'flex' } } as const
