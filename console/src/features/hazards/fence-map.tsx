import type { Fence } from '@vigil/contract/hazards/fence.ts'
import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import type { Basemap } from '@vigil/contract/site/entities.ts'
import type { Site } from '@vigil/contract/site/settings.ts'
import { useState, type ReactNode, type RefObject } from 'react'
import type { RecordBeside } from '../../shared/form/record-beside.tsx'
import { useTexts } from '../../shared/i18n/texts.ts'
import { DrawBar } from '../../shared/map/draw/draw-bar.tsx'
import { ShapeEditor, type ShapeEditorHandle } from '../../shared/map/draw/shape-editor.tsx'
import type { ShapeKind } from '../../shared/map/draw/shape.ts'
import { liveMoving } from '../../shared/live/live-moving.ts'
import { MapScreen } from '../../shared/map/map-screen.tsx'
import type { Stage } from '../../shared/map/map-view.tsx'
import { MovingObjects } from '../../shared/map/moving-objects.tsx'
import { AreaOutlines } from './area-outlines.tsx'
import { drawnIn } from './fence-shape.ts'
import { FenceZones } from './fence-zones.tsx'
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
  /** List and form beside the map, buttons below it, and what lies over all of it. */
  readonly panels: ReactNode
  readonly card: ReactNode
  readonly below: ReactNode
  readonly children: ReactNode
}

/** Pixels that the tools cover. */
const padding = { left: 44, right: 12, top: 88, bottom: 40 }
const noLevels: ReadonlyMap<string, number> = new Map()

/** All fences on the plan; the open one with its corners, and the tools that draw it. */
export const FenceMap = (props: FenceMapProps) => {
  const { plan, beside, mayEdit, fence, onStage, onShow, panels, card, below, children } = props
  const t = useTexts(hazardTexts)
  const { openKey } = beside
  // Unless said, markers leave the map to the corners while a fence is open.
  const [movingAsked, setMoving] = useState<boolean | null>(null)
  const moving = movingAsked ?? openKey === null
  return (
    <MapScreen
      arrangement="beside"
      plan={plan}
      moving={liveMoving}
      padding={padding}
      onStage={onStage}
      layers={<FenceLayers {...props} moving={moving} />}
      tools={[
        ...(openKey !== null && fence.complete ? [{ icon: 'target', text: t('showFence'), run: onShow } as const] : []),
        { icon: 'helmet', text: t(moving ? 'movingOn' : 'movingOff'), run: () => setMoving(!moving), pressed: moving },
      ]}
      above={mayEdit && <FenceDrawBar {...props} />}
      panels={panels}
      card={card}
      below={below}
    >
      {children}
    </MapScreen>
  )
}

const FenceLayers = (props: FenceMapProps & { readonly moving: boolean }) => {
  const { plan, beside, mayEdit, drawable, fence, shapeEditor, onChoose, onDrawn, moving } = props
  const { base, conflict, draft } = beside.editing.editor
  const { tool, steps } = fence
  return (
    <>
      <AreaOutlines
        areas={plan.areas}
        levels={noLevels}
        chosen={beside.openKey !== null && typeof draft['areaId'] === 'string' ? draft['areaId'] : null}
      />
      <FenceZones fences={plan.fences} without={base?.id ?? null} onChoose={onChoose} listens={tool === null} />
      {moving && <MovingObjects labels={false} listens={false} />}
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
