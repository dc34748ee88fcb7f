import { useState, type RefObject } from 'react'
import { begin, record, redo, undo } from '../../shared/map/draw/history.ts'
import type { ShapeEditorHandle } from '../../shared/map/draw/shape-editor.tsx'
import { isComplete, type Shape, type ShapeKind } from '../../shared/map/draw/shape.ts'
import { useDrawKeys } from '../../shared/map/draw/use-draw-keys.ts'

const nothing: Shape = { shape: 'polygon', points: [], radius: null, halfWidth: null }

/** A place that is drawn on the map, with its steps back and forth. */
export const usePlace = (active: boolean, editor: RefObject<ShapeEditorHandle | null>) => {
  const [history, setHistory] = useState(() => begin(nothing))
  const [tool, take] = useState<ShapeKind | null>('polygon')
  const [live, setLive] = useState<Shape | null>(null)
  const shape = history.present
  const place = {
    shape,
    complete: isComplete(shape),
    tool,
    take,
    setLive,
    /** As it stands, under the pointer too. */
    shown: live ?? (tool ? null : shape),
    set: (next: Shape, tag: string | null): void => setHistory((steps) => record(steps, next, tag)),
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
  useDrawKeys(active, { undo: place.undo, redo: place.redo, cancel: tool ? () => take(null) : null })
  return place
}
export type PlaceDrawn = ReturnType<typeof usePlace>
