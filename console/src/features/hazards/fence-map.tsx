import type { Fence } from '@vigil/contract/hazards/fence.ts'
import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import type { Basemap } from '@vigil/contract/site/entities.ts'
import type { Site } from '@vigil/contract/site/settings.ts'
import { useState, type RefObject } from 'react'
import type { RecordBeside } from '../../shared/form/record-beside.tsx'
import { useTexts } from '../../shared/i18n/texts.ts'
import { DrawBar } from '../../shared/map/draw/draw-bar.tsx'
import { ShapeEditor, type ShapeEditorHandle } from '../../shared/map/draw/shape-editor.tsx'
import type { ShapeKind } from '../../shared/map/draw/shape.ts'
import { MapToolbar } from '../../shared/map/map-toolbar.tsx'
import { MapView, type Stage } from '../../shared/map/map-view.tsx'
import { isOnMap, MovingObjects } from '../../shared/map/moving-objects.tsx'
import { ScaleBar } from '../../shared/map/scale-bar.tsx'
import { AreaOutlines } from '../../shared/map/zones.tsx'
import { drawnIn } from './fence-shape.ts'
import { FenceZones } from './fence-zones.tsx'
import styles from './hazards.module.css'
import { hazardTexts } from './texts.ts'
import { TheirShape } from './their-shape.tsx'
import type { FenceDrawing } from './use-fence-drawing.ts'

export interface FencePlan {
  readonly site: Site
  readonly basemap: Basemap
  readonly areas: readonly HazardArea[]
  readonly fences: readonly Fence[]
}

interface FenceMapProps {
  readonly plan: FencePlan
  readonly beside: RecordBeside
  readonly mayEdit: boolean
  /** There is a fence to draw: one that is open and known, or a new one. */
  readonly drawable: boolean
  readonly fence: FenceDrawing
  readonly shapeEditor: RefObject<ShapeEditorHandle | null>
  readonly onStage: (stage: Stage | null) => void
  readonly onChoose: (id: string) => void
  readonly onNew: (kind: ShapeKind) => void
  readonly onDrawn: () => void
  readonly onShow: () => void
}

/** Pixels that the tools cover. */
const padding = { left: 44, right: 12, top: 88, bottom: 40 }
const noLevels: ReadonlyMap<string, number> = new Map()

/** All fences on the plan; the open one with its corners, and the tools that draw it. */
export const FenceMap = (props: FenceMapProps) => {
  const { plan, beside, mayEdit, drawable, fence, shapeEditor, onStage, onChoose, onDrawn, onShow } = props
  const t = useTexts(hazardTexts)
  const { site, basemap, areas, fences } = plan
  const { openKey } = beside
  const { base, conflict, draft } = beside.editing.editor
  const { tool, steps, complete } = fence
  // Unless said, markers leave the map to the corners while a fence is open.
  const [movingAsked, setMoving] = useState<boolean | null>(null)
  const moving = movingAsked ?? openKey === null
  return (
    <>
      <MapView
        basemap={basemap}
        home={{ lng: site.centerLng, lat: site.centerLat, zoom: site.zoom }}
        padding={padding}
        onStage={onStage}
      >
        <AreaOutlines
          areas={areas}
          levels={noLevels}
          chosen={openKey !== null && typeof draft['areaId'] === 'string' ? draft['areaId'] : null}
        />
        <FenceZones fences={fences} without={base?.id ?? null} onChoose={onChoose} listens={tool === null} />
        {moving && <MovingObjects shows={isOnMap} selected={null} labels={false} listens={false} />}
        {conflict && <TheirShape shape={drawnIn(conflict)} />}
        {drawable && (
          <ShapeEditor
            ref={shapeEditor}
            shape={steps.shape}
            tool={tool}
            editable={mayEdit}
            colour={fence.colour}
            marked={fence.marked}
            onLive={fence.setLive}
            onShape={steps.set}
            onDrawn={(shape) => {
              steps.set(shape, null)
              fence.setTool(null)
              onDrawn()
            }}
          />
        )}
        <div className={styles['mapToolsPlace']}>
          <MapToolbar
            tools={[
              ...(openKey !== null && complete ? [{ icon: 'target', text: t('showFence'), run: onShow } as const] : []),
              { icon: 'helmet', text: t(moving ? 'movingOn' : 'movingOff'), run: () => setMoving(!moving), pressed: moving },
            ]}
          />
        </div>
        <div className={styles['scalePlace']}>
          <ScaleBar />
        </div>
      </MapView>
      {mayEdit && <FenceDrawBar {...props} />}
    </>
  )
}

const FenceDrawBar = ({ drawable, fence, onNew }: FenceMapProps) => {
  const { tool, live, steps, setTool } = fence
  return (
    <DrawBar
      tool={tool}
      open={drawable}
      shape={drawable ? (live ?? (tool ? null : steps.shape)) : null}
      canUndo={steps.canUndo}
      canRedo={steps.canRedo}
      onTool={(kind) => (drawable ? setTool(tool === kind ? null : kind) : onNew(kind))}
      onCancel={() => setTool(null)}
      onUndo={fence.undo}
      onRedo={fence.redo}
    />
  )
}
