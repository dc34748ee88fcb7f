import type { Point } from '@vigil/contract/hazards/entities.ts'
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/texts.ts'
import { CoordinatesTable } from '../map/draw/coordinates-table.tsx'
import { DrawBar } from '../map/draw/draw-bar.tsx'
import { begin, record, redo, undo } from '../map/draw/history.ts'
import { ShapeEditor, type ShapeEditorHandle } from '../map/draw/shape-editor.tsx'
import { isComplete, type Shape, type ShapeKind } from '../map/draw/shape.ts'
import { sizeTexts } from '../map/draw/sizes.ts'
import { useDrawKeys } from '../map/draw/use-draw-keys.ts'
import { boundsOf } from '../map/geometry.ts'
import { useHazardAreas } from '../map/map-data.ts'
import type { Stage } from '../map/map-view.tsx'
import { RiskZones } from '../map/risk-zones.tsx'
import { useThemeMode } from '../theme/mode.ts'
import { shapeProblem, type PolygonProblem } from './polygon.ts'
import frame from './select-dialog.module.css'
import { SelectDialog, type SelectProps } from './select-dialog.tsx'
import styles from './shape-dialog.module.css'
import { SiteMap } from './site-map.tsx'
import { pickTexts, type PickTranslate } from './texts.ts'

interface ShapeDialogProps extends SelectProps {
  /** What is drawn already when the dialog opens: its kind, and the numbers that go with that, are not chosen here. */
  readonly shape: Shape
  /** The hazard area that is not shown beside its own new shape; null for none. */
  readonly areaId: string | null
  /** OK was pressed; the dialog closes by itself. */
  readonly onChoose: (points: readonly Point[]) => void
}

const width = 960
const height = 620
const closest = 18.8
/** Pixels that the tools cover. */
const padding = { left: 0, right: 0, top: 108, bottom: 0 }

const problemText = (problem: PolygonProblem, t: PickTranslate): string => {
  switch (problem.kind) {
    case 'fewPoints':
      return t('fewPoints', problem)
    case 'manyPoints':
      return t('manyPoints', problem)
    case 'sidesCross':
      return t('sidesCross', problem)
  }
}

/** What is drawn, with its steps back and forth. */
const useOutline = (before: Shape, editor: RefObject<ShapeEditorHandle | null>) => {
  const { shape: kind, radius, halfWidth } = before
  const [history, setHistory] = useState(() => begin(before.points))
  const [tool, setTool] = useState<ShapeKind | null>(before.points.length === 0 ? kind : null)
  const [live, setLive] = useState<Shape | null>(null)
  const points = history.present
  const shape = useMemo((): Shape => ({ shape: kind, points, radius, halfWidth }), [kind, points, radius, halfWidth])
  return {
    points,
    shape,
    /** What is being drawn or moved; null while nothing is. */
    live,
    setLive,
    shown: live ?? (tool ? null : shape),
    problem: points.length === 0 ? null : shapeProblem(shape),
    tool,
    take: (kind: ShapeKind | null): void => {
      setLive(null)
      setTool(kind)
    },
    set: (next: readonly Point[], tag: string | null): void => setHistory((steps) => record(steps, next, tag)),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: (): void => {
      if (tool) editor.current?.undo()
      else setHistory(undo)
    },
    redo: (): void => {
      if (tool) editor.current?.redo()
      else setHistory(redo)
    },
  }
}
type Outline = ReturnType<typeof useOutline>

/** An outline drawn on the plan, corner by corner or by its coordinates. */
export const ShapeDialog = ({ open, ...props }: ShapeDialogProps) => (open ? <OpenDialog {...props} /> : null)

const OpenDialog = ({ onClose, title, shape: before, areaId, onChoose }: Omit<ShapeDialogProps, 'open'>) => {
  const t = useTexts(pickTexts)
  const { language } = useLanguage()
  const editor = useRef<ShapeEditorHandle>(null)
  const outline = useOutline(before, editor)
  const { points, shown, live, problem, tool, take, set } = outline
  const [marked, setMarked] = useState<number | null>(null)
  const [stage, setStage] = useState<Stage | null>(null)
  const content = useRef<HTMLDivElement>(null)
  const [start] = useState(before.points)
  useEffect(() => {
    const bounds = boundsOf(start)
    if (bounds) stage?.showBounds(bounds, closest)
  }, [stage, start])
  useDrawKeys(true, { undo: outline.undo, redo: outline.redo, cancel: tool ? () => take(null) : null, within: content })
  const home = (): Point => {
    const { lng, lat } = stage?.map.getCenter() ?? { lng: 0, lat: 0 }
    return [lng, lat]
  }
  const clear = (): void => {
    set([], null)
    take(before.shape)
  }
  const sizes = (shown ? sizeTexts(shown, language) : []).join(language === 'zh' ? '，' : ', ') || t('notDrawn')
  return (
    <SelectDialog
      title={title ?? t('drawTitle')}
      width={width}
      height={height}
      summary={problem ? <span className="bad">{problemText(problem, t)}</span> : sizes}
      onClear={points.length > 0 ? clear : null}
      onClose={onClose}
      // A shape that is half drawn would be lost without a word.
      ready={problem === null && live === null}
      onOk={() => onChoose(points)}
    >
      <div ref={content} data-first tabIndex={-1} className={`${frame['parts']} ${styles['drawing']}`}>
        <section className={frame['map']} aria-label={t('map')}>
          <OutlineMap outline={outline} editor={editor} areaId={areaId} marked={marked} onStage={setStage} />
        </section>
        <section className={styles['coordinates']} aria-label={t('coordinates')}>
          <h3>{t('coordinates')}</h3>
          <CoordinatesTable
            kind={before.shape}
            points={live?.points ?? points}
            home={home}
            disabled={live !== null || (tool !== null && points.length > 0)}
            invalid={problem?.kind === 'sidesCross'}
            onChange={(next, tag) => {
              set(next, tag)
              if (tool) take(null)
            }}
            onMark={setMarked}
          />
        </section>
      </div>
    </SelectDialog>
  )
}

interface OutlineMapProps {
  readonly outline: Outline
  readonly editor: RefObject<ShapeEditorHandle | null>
  readonly areaId: string | null
  /** The corner that is looked at in the table. */
  readonly marked: number | null
  readonly onStage: (stage: Stage | null) => void
}

const OutlineMap = ({ outline, editor, areaId, marked, onStage }: OutlineMapProps) => {
  const { palette } = useThemeMode()
  const { shape, shown, tool, take, set } = outline
  const { areas } = useHazardAreas()
  const others = useMemo(() => areas.filter(({ id }) => id !== areaId), [areas, areaId])
  const names = useMemo(() => others.map(({ name }) => name), [others])
  return (
    <SiteMap
      withoutLabels={names}
      padding={padding}
      onStage={onStage}
      above={
        <DrawBar
          kinds={[shape.shape]}
          tool={tool}
          open
          shape={shown && isComplete(shown) ? shown : null}
          canUndo={outline.canUndo}
          canRedo={outline.canRedo}
          onTool={(kind) => take(tool === kind ? null : kind)}
          onCancel={() => take(null)}
          onUndo={outline.undo}
          onRedo={outline.redo}
        />
      }
    >
      <RiskZones areas={others} />
      <ShapeEditor
        ref={editor}
        shape={shape}
        tool={tool}
        editable
        colour={palette.link}
        marked={marked}
        onLive={outline.setLive}
        onShape={(next, tag) => set(next.points, tag)}
        onDrawn={(next) => {
          set(next.points, null)
          take(null)
        }}
      />
    </SiteMap>
  )
}
