import { useState, type ReactNode } from 'react'
import { useTexts } from '../../shared/i18n/texts.ts'
import { DrawBar } from '../../shared/map/draw/draw-bar.tsx'
import { ShapeEditor } from '../../shared/map/draw/shape-editor.tsx'
import type { ShapeKind } from '../../shared/map/draw/shape.ts'
import { liveMoving } from '../../shared/live/live-moving.ts'
import { MapScreen } from '../../shared/map/map-screen.tsx'
import type { Stage } from '../../shared/map/map-view.tsx'
import { MovingObjects } from '../../shared/map/moving-objects.tsx'
import { AreaOutlines } from './area-outlines.tsx'
import type { FencePlan } from './fence-plan.ts'
import { drawnIn } from './fence-shape.ts'
import { FenceZones } from './fence-zones.tsx'
import { hazardTexts } from './texts.ts'
import { TheirShape } from './their-shape.tsx'
import type { OpenFence } from './use-open-fence.ts'

interface FenceMapProps {
  readonly plan: FencePlan
  readonly openFence: OpenFence
  readonly onStage: (stage: Stage | null) => void
  readonly onChoose: (id: string) => void
  readonly onNew: (kind: ShapeKind) => void
  readonly onDrawn: () => void
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
  const { plan, openFence, onStage, panels, card, below, children } = props
  const { beside, mayEdit, fence, showOnMap } = openFence
  const t = useTexts(hazardTexts)
  const { openKey } = beside
  // Unless asked for: discs of people lie upon the very fences, and the list counts who is inside.
  const [moving, setMoving] = useState(false)
  return (
    <MapScreen
      arrangement="beside"
      plan={plan}
      moving={liveMoving}
      padding={padding}
      onStage={onStage}
      layers={<FenceLayers {...props} moving={moving} />}
      tools={[
        ...(openKey !== null && fence.complete ? [{ icon: 'target', text: t('showFence'), run: showOnMap } as const] : []),
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
  const { plan, openFence, onChoose, onDrawn, moving } = props
  const { beside, mayEdit, drawable, fence, shapeEditor } = openFence
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

const FenceDrawBar = ({ openFence: { drawable, fence }, onNew }: FenceMapProps) => {
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
