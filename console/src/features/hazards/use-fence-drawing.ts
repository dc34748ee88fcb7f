import { alarmLevel, type Point } from '@vigil/contract/hazards/entities.ts'
import type { Site } from '@vigil/contract/site/settings.ts'
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import type { RecordBeside } from './record-beside.tsx'
import type { RecordEditing } from '../../shared/form/use-record-editing.ts'
import type { ShapeEditorHandle } from '../../shared/map/draw/shape-editor.tsx'
import { isComplete, type Shape, type ShapeKind } from '../../shared/map/draw/shape.ts'
import { useDrawKeys } from '../../shared/map/draw/use-draw-keys.ts'
import { boundsOf, fenceOutline } from '../../shared/map/geometry.ts'
import type { Stage } from '../../shared/map/map-view.tsx'
import { newRecord } from '../../shared/routes/list-address.ts'
import { useThemeMode } from '../../shared/theme/mode.ts'
import type { Drawing } from './drawing.ts'
import { asFields, useShapeSteps, type ShapeSteps } from './fence-shape.ts'

/** A fence is shown with what lies around it. */
const closest = 18.6

/** Which tool is in hand, for which fence. */
interface ToolOf {
  readonly key: string | null
  readonly tool: ShapeKind | null
}

/** The drawing of the fence that is open, between its form and the map. */
export interface FenceDrawing {
  readonly tool: ShapeKind | null
  readonly live: Shape | null
  readonly marked: number | null
  readonly steps: ShapeSteps
  /** `#rrggbb` in which it is drawn. */
  readonly colour: string
  readonly complete: boolean
  /** For the fields of the form. */
  readonly drawing: Drawing
  /** The form as it is to show what the pointer is at: a change only when that is done. */
  readonly shown: RecordEditing
  readonly setTool: (tool: ShapeKind | null) => void
  /** Takes a tool for a fence that is about to be open. */
  readonly takeFor: (key: string, tool: ShapeKind) => void
  /** The fence gets its address: what is being drawn by now goes on. */
  readonly goesOnAs: (key: string) => void
  readonly setLive: (live: Shape | null) => void
  readonly unmark: () => void
  readonly undo: () => void
  readonly redo: () => void
}

interface DrawingOptions {
  readonly mayEdit: boolean
  readonly site: Site
  readonly stage: Stage | null
  readonly shapeEditor: RefObject<ShapeEditorHandle | null>
  /** A tool was taken: the map needs its room. */
  readonly onTool: () => void
}

export const useFenceDrawing = (
  { openKey: key, editing, opened }: RecordBeside,
  { mayEdit, site, stage, shapeEditor, onTool }: DrawingOptions,
): FenceDrawing => {
  const { palette } = useThemeMode()
  const { editor } = editing
  const { draft, setUnfinished } = editor
  const steps = useShapeSteps(editor, opened.form)
  const { shape: drawn, set } = steps
  const [toolOf, setToolOf] = useState<ToolOf>({ key: null, tool: null })
  const tool = !mayEdit || key === null ? null : toolOf.key === key ? toolOf.tool : key === newRecord ? 'polygon' : null
  const [live, setLive] = useState<Shape | null>(null)
  const [marked, setMarked] = useState<number | null>(null)
  const setTool = (kind: ShapeKind | null): void => {
    setLive(null)
    setToolOf({ key, tool: kind })
    if (kind) onTool()
  }

  useEffect(() => setLive(null), [opened.form])
  // The tool that was taken last stays the kind of a shape without points, so that it can be typed as well.
  useEffect(() => {
    if (tool && drawn.points.length === 0 && drawn.shape !== tool) set({ ...drawn, shape: tool }, 'kind')
  })
  // A shape that is half drawn is no value yet, and asked about all the same.
  const halfDrawn = tool !== null && live !== null
  useEffect(() => {
    if (key !== null) setUnfinished('points', halfDrawn)
  }, [key, halfDrawn, setUnfinished])

  const undo = (): void => {
    if (tool) shapeEditor.current?.undo()
    else steps.undo()
  }
  const redo = (): void => {
    if (tool) shapeEditor.current?.redo()
    else steps.redo()
  }
  useDrawKeys(mayEdit && key !== null, { undo, redo, cancel: tool ? () => setTool(null) : null })

  const level = alarmLevel.schema.safeParse(draft['level']).data ?? alarmLevel.code.two
  const levelColour = palette[`level${level}`]
  const home = (): Point => {
    const centre = stage?.map.getCenter()
    return centre ? [centre.lng, centre.lat] : [site.centerLng, site.centerLat]
  }
  const underPointer = live ? asFields(live) : tool ? { shape: tool } : {}
  // Who leaves a field to draw is not done with it.
  const touch = (name: string): void => {
    if (tool === null) editor.touch(name)
  }
  return {
    tool,
    live,
    marked,
    steps,
    colour: typeof draft['colour'] === 'string' && draft['colour'] !== '' ? draft['colour'] : levelColour,
    complete: isComplete(drawn),
    drawing: {
      shape: live ?? drawn,
      live: live !== null,
      tool,
      onTool: setTool,
      onShape: set,
      onMark: setMarked,
      home,
      levelColour,
    },
    shown: { ...editing, editor: { ...editor, draft: { ...draft, ...underPointer }, touch } },
    setTool,
    takeFor: (wanted, kind) => setToolOf({ key: wanted, tool: kind }),
    goesOnAs: (id) => setToolOf((of) => (of.key === key ? { ...of, key: id } : of)),
    setLive,
    unmark: () => setMarked(null),
    undo,
    redo,
  }
}

/** Brings the fence that is open into sight, unless it was chosen on the map: then `flies` is false. */
export const useShowOnMap = (
  stage: Stage | null,
  key: string | null,
  { steps: { shape }, complete }: FenceDrawing,
  flies: RefObject<boolean>,
): (() => void) => {
  const showOnMap = useCallback((): void => {
    if (!stage || !complete) return
    const bounds = boundsOf(fenceOutline({ ...shape, points: [...shape.points] }))
    stage.map.resize()
    if (bounds) stage.showBounds(bounds, closest)
  }, [stage, complete, shape])
  const shown = useRef(showOnMap)
  useEffect(() => {
    shown.current = showOnMap
  })
  useEffect(() => {
    if (!stage) return
    if (flies.current && key !== newRecord) shown.current()
    flies.current = true
  }, [stage, key, flies])
  return showOnMap
}
