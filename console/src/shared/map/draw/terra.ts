import type { Point } from '@vigil/contract/hazards/entities.ts'
import type { Map as MapLibreMap } from 'maplibre-gl'
import {
  TerraDraw,
  TerraDrawCircleMode,
  TerraDrawLineStringMode,
  TerraDrawModeUndoRedo,
  TerraDrawPolygonMode,
  TerraDrawSelectMode,
  type GeoJSONStoreFeatures,
  type HexColor,
} from 'terra-draw'
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter'
import {
  circleOfRing,
  pointsOfLine,
  pointsOfRing,
  precision,
  ringOfPoints,
  roundedPoint,
  samePoints,
  type ShapeKind,
} from './shape.ts'

/** Colours of what is drawn, `#rrggbb`. */
export interface DrawLook {
  readonly line: string
  readonly ground: string
}

/** What a pointer drew so far: a circle brings its radius. */
export interface Drawn {
  readonly points: readonly Point[]
  readonly radius: number | null
}

export interface DrawListener {
  /** With every move of the pointer; `null` while nothing was set yet. */
  readonly onDrawing: (drawn: Drawn | null) => void
  /** A new shape was finished. */
  readonly onDrawn: (drawn: Drawn) => void
  /** A corner is being dragged. */
  readonly onDrag: (points: readonly Point[]) => void
  /** A corner was moved, inserted or removed. */
  readonly onEdited: (points: readonly Point[]) => void
}

const modeOf = { polygon: 'polygon', corridor: 'linestring', circle: 'circle' } as const satisfies Record<ShapeKind, string>

const drawnBy = ({ geometry }: GeoJSONStoreFeatures, kind: ShapeKind): Drawn => {
  if (geometry.type === 'LineString') return { points: pointsOfLine(geometry.coordinates), radius: null }
  const ring = geometry.type === 'Polygon' ? (geometry.coordinates[0] ?? []) : []
  if (kind !== 'circle') return { points: pointsOfRing(ring), radius: null }
  const { centre, radius } = circleOfRing(ring)
  return { points: [centre], radius }
}

/** Draws one shape with the pointer, or moves, inserts and removes the corners of one: Terra Draw behind a few words. */
export class Drafter {
  private readonly map: MapLibreMap
  private readonly draw: TerraDraw
  private look: DrawLook
  private kind: ShapeKind = 'polygon'
  private editing: string | number | null = null
  private held: readonly Point[] = []

  constructor(map: MapLibreMap, look: DrawLook, listener: DrawListener) {
    this.map = map
    this.look = look
    const line = (): HexColor => this.look.line as HexColor
    const ground = (): HexColor => this.look.ground as HexColor
    const corner = {
      coordinatePointColor: ground,
      coordinatePointOutlineColor: line,
      coordinatePointOutlineWidth: 2,
      coordinatePointWidth: 5,
    }
    const closing = {
      closingPointColor: line,
      closingPointOutlineColor: ground,
      closingPointOutlineWidth: 2,
      closingPointWidth: 6,
    }
    const area = { fillColor: line, fillOpacity: 0.14, outlineColor: line, outlineWidth: 2 }
    const corners = { draggable: true, midpoints: { draggable: true }, deletable: true }
    this.draw = new TerraDraw({
      adapter: new TerraDrawMapLibreGLAdapter({ map, coordinatePrecision: precision }),
      undoRedo: { modeLevel: new TerraDrawModeUndoRedo() },
      modes: [
        new TerraDrawPolygonMode({
          keyEvents: { cancel: null, finish: 'Enter' },
          showCoordinatePoints: true,
          styles: { ...area, ...corner, ...closing },
        }),
        new TerraDrawLineStringMode({
          keyEvents: { cancel: null, finish: 'Enter' },
          showCoordinatePoints: true,
          styles: { lineStringColor: line, lineStringWidth: 2, ...corner, ...closing },
        }),
        new TerraDrawCircleMode({ keyEvents: null, drawInteraction: 'click-move-or-drag', styles: area }),
        new TerraDrawSelectMode({
          keyEvents: null,
          allowManualDeselection: false,
          allowManualSelection: false,
          flags: {
            polygon: { feature: { draggable: false, selfIntersectable: true, coordinates: corners } },
            linestring: { feature: { draggable: false, selfIntersectable: true, coordinates: corners } },
          },
          styles: {
            // Its outline is drawn by the fence itself, dashed.
            selectedPolygonFillOpacity: 0,
            selectedPolygonOutlineWidth: 0,
            selectedLineStringColor: line,
            selectedLineStringWidth: 2,
            selectionPointColor: ground,
            selectionPointOutlineColor: line,
            selectionPointOutlineWidth: 2.5,
            selectionPointWidth: 6,
            midPointColor: line,
            midPointOutlineColor: ground,
            midPointOutlineWidth: 1.5,
            midPointWidth: 4,
          },
        }),
      ],
    })
    this.draw.start()
    this.draw.on('change', (ids, type, context) => {
      if (context && 'origin' in context) return
      if (this.editing !== null) {
        if (!ids.includes(this.editing) || type !== 'update') return
        const points = this.present(this.editing)
        if (points && !samePoints(points.points, this.held)) listener.onDrag(points.points)
        return
      }
      const drawing = this.draw
        .getSnapshot()
        .find(({ properties }) => properties['mode'] === modeOf[this.kind] && this.isShape(properties))
      listener.onDrawing(drawing ? drawnBy(drawing, this.kind) : null)
    })
    this.draw.on('finish', (id, { action }) => {
      const drawn = this.present(id)
      if (!drawn) return
      if (action === 'draw') {
        // Terra Draw is still at work on it: what follows may take the shape away.
        queueMicrotask(() => listener.onDrawn(drawn))
        return
      }
      this.held = drawn.points
      listener.onEdited(drawn.points)
    })
  }

  /** Waits for a new shape of a kind. */
  begin(kind: ShapeKind): void {
    this.clear()
    this.kind = kind
    this.draw.setMode(modeOf[kind])
  }

  /** Offers the corners of a shape; a circle has none. */
  edit(kind: ShapeKind, points: readonly Point[]): void {
    if (this.editing !== null && kind === this.kind && samePoints(points, this.held)) return
    this.clear()
    if (kind === 'circle' || points.length < (kind === 'polygon' ? 3 : 2)) return
    this.kind = kind
    const geometry =
      kind === 'polygon'
        ? { type: 'Polygon' as const, coordinates: [ringOfPoints(points)] }
        : { type: 'LineString' as const, coordinates: points.map((point) => [...roundedPoint(point)]) }
    const [added] = this.draw.addFeatures([{ type: 'Feature', properties: { mode: modeOf[kind] }, geometry }])
    if (!added?.valid || added.id === undefined) return
    this.held = points
    this.draw.selectFeature(added.id)
    this.editing = added.id
  }

  clear(): void {
    this.editing = null
    this.held = []
    this.draw.setMode('static')
    this.draw.clear()
  }

  setLook(look: DrawLook): void {
    if (look.line === this.look.line && look.ground === this.look.ground) return
    this.look = look
    const { kind, held, editing } = this
    if (editing === null) return
    this.editing = null
    this.edit(kind, held)
  }

  /** Takes back the last corner of the shape that is being drawn; false when there is none. */
  undo(): boolean {
    return this.draw.canUndo() && this.draw.undo()
  }

  redo(): boolean {
    return this.draw.canRedo() && this.draw.redo()
  }

  destroy(): void {
    // The map may be gone already, as when everybody's basemap changes: then what was drawn on it is too.
    if (this.map.getStyle()) this.draw.stop()
  }

  private isShape(properties: Readonly<Record<string, unknown>>): boolean {
    return !properties['coordinatePoint'] && !properties['closingPoint'] && !properties['snappingPoint']
  }

  private present(id: string | number): Drawn | null {
    const feature = this.draw.getSnapshotFeature(id)
    return feature ? drawnBy(feature, this.kind) : null
  }
}
