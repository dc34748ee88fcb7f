import type { Point } from '@vigil/contract/hazards/entities.ts'
import { createContext, useContext } from 'react'
import type { Shape, ShapeKind } from '../../shared/map/draw/shape.ts'

/** The drawing on the map, as the fields of the form take part in it. */
export interface Drawing {
  readonly shape: Shape
  /** A shape is being drawn or dragged: `shape` is as it stands under the pointer. */
  readonly live: boolean
  /** The tool in hand. */
  readonly tool: ShapeKind | null
  readonly onTool: (tool: ShapeKind | null) => void
  /** A step that was made. Steps of the same tag in a row are one. */
  readonly onShape: (shape: Shape, tag: string | null) => void
  readonly onMark: (at: number | null) => void
  /** Where a point goes that nobody has placed. */
  readonly home: () => Point
  /** That of the fence's level. */
  readonly levelColour: string
}

export const DrawingContext = createContext<Drawing | null>(null)

export const useDrawing = (): Drawing => {
  const drawing = useContext(DrawingContext)
  if (!drawing) throw new Error('a fence is edited beside its map')
  return drawing
}
