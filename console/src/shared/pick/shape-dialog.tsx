import type { Point } from '@vigil/contract/hazards/entities.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
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
import { DragDialog } from '../ui/drag-dialog.tsx'
import { dialogHeight } from './dialog-height.ts'
import { polygonOf, polygonProblem, type PolygonProblem } from './polygon.ts'
import { SelectFooter } from './select-footer.tsx'
import styles from './shape-dialog.module.css'
import { SiteMap } from './site-map.tsx'
import { pickTexts, type PickTranslate } from './texts.ts'

interface ShapeDialogProps {
  readonly open: boolean
  /** Everything stays as it was. */
  readonly onClose: () => void
  /** What is drawn; 绘制区域 unless said. */
  readonly title?: string | undefined
  /** What is drawn already when the dialog opens. */
  readonly points: readonly Point[]
  /** The hazard area that is not shown beside its own new shape; null for none. */
  readonly areaId: string | null
  /** OK was pressed; the dialog closes by itself. */
  readonly onChoose: (points: readonly Point[]) => void
}

const width = 960
const height = 620
const closest = 18.8
const kinds = ['polygon'] as const
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

/** An outline drawn on the plan, corner by corner or by its coordinates. */
export const ShapeDialog = ({ open, ...props }: ShapeDialogProps) => (open ? <OpenDialog {...props} /> : null)

const OpenDialog = ({ onClose, title, points: before, areaId, onChoose }: Omit<ShapeDialogProps, 'open'>) => {
  const t = useTexts(pickTexts)
  const { language } = useLanguage()
  const { palette } = useThemeMode()
  const [history, setHistory] = useState(() => begin(before))
  const points = history.present
  const [tool, setTool] = useState<ShapeKind | null>(before.length === 0 ? 'polygon' : null)
  const [live, setLive] = useState<Shape | null>(null)
  const [marked, setMarked] = useState<number | null>(null)
  const [stage, setStage] = useState<Stage | null>(null)
  const editor = useRef<ShapeEditorHandle>(null)
  const content = useRef<HTMLDivElement>(null)

  const { areas } = useHazardAreas()
  const others = useMemo(() => areas.filter(({ id }) => id !== areaId), [areas, areaId])
  const names = useMemo(() => others.map(({ name }) => name), [others])
  const shape = useMemo(() => polygonOf(points), [points])
  const shown = live ?? (tool ? null : shape)
  const problem = points.length === 0 ? null : polygonProblem(points)

  const [start] = useState(before)
  useEffect(() => {
    const bounds = boundsOf(start)
    if (bounds) stage?.showBounds(bounds, closest)
  }, [stage, start])

  const take = (kind: ShapeKind | null): void => {
    setLive(null)
    setTool(kind)
  }
  const set = (next: readonly Point[], tag: string | null): void => setHistory((steps) => record(steps, next, tag))
  const back = (): void => {
    if (tool) editor.current?.undo()
    else setHistory(undo)
  }
  const forth = (): void => {
    if (tool) editor.current?.redo()
    else setHistory(redo)
  }
  useDrawKeys(true, { undo: back, redo: forth, cancel: tool ? () => take(null) : null, within: content })
  const home = (): Point => {
    const { lng, lat } = stage?.map.getCenter() ?? { lng: 0, lat: 0 }
    return [lng, lat]
  }

  return (
    <DragDialog
      open
      onClose={onClose}
      title={title ?? t('drawTitle')}
      width={width}
      height={dialogHeight(height)}
      resizable
      footer={
        <SelectFooter
          summary={
            problem ? (
              <span className={styles['problem']}>{problemText(problem, t)}</span>
            ) : (
              (shown ? sizeTexts(shown, language) : []).join(language === 'zh' ? '，' : ', ') || t('notDrawn')
            )
          }
          onClear={
            points.length > 0
              ? () => {
                  set([], null)
                  take('polygon')
                }
              : undefined
          }
          onCancel={onClose}
          // A shape that is half drawn would be lost without a word.
          ready={problem === null && live === null}
          onOk={() => {
            onChoose(points)
            onClose()
          }}
        />
      }
    >
      <div ref={content} data-first tabIndex={-1} className={styles['frame']}>
        <div className={styles['drawing']}>
          <section className={styles['map']} aria-label={t('map')}>
            <SiteMap
              withoutLabels={names}
              padding={padding}
              onStage={setStage}
              above={
                <DrawBar
                  kinds={kinds}
                  tool={tool}
                  open
                  shape={shown && isComplete(shown) ? shown : null}
                  canUndo={history.past.length > 0}
                  canRedo={history.future.length > 0}
                  onTool={(kind) => take(tool === kind ? null : kind)}
                  onCancel={() => take(null)}
                  onUndo={back}
                  onRedo={forth}
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
                onLive={setLive}
                onShape={(next, tag) => set(next.points, tag)}
                onDrawn={(next) => {
                  set(next.points, null)
                  take(null)
                }}
              />
            </SiteMap>
          </section>
          <section className={styles['coordinates']} aria-label={t('coordinates')}>
            <h3>{t('coordinates')}</h3>
            <CoordinatesTable
              kind="polygon"
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
      </div>
    </DragDialog>
  )
}
