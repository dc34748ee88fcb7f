import type { Point } from '@vigil/contract/hazards/entities.ts'
import type { Feature } from 'geojson'
import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl'
import { useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState, type Ref } from 'react'
import { logError } from '../../error-log/error-log.ts'
import { useTexts } from '../../i18n/texts.ts'
import { notify } from '../../notices/notices.ts'
import { useThemeMode } from '../../theme/mode.ts'
import { fenceOutline } from '../geometry.ts'
import { HungAt } from '../hung.tsx'
import { useFeatures } from '../layers.ts'
import { useStage } from '../map-view.tsx'
import { DragHandle } from './drag-handle.tsx'
import {
  crossing,
  crossingPoint,
  halfWidthAt,
  halfWidthRange,
  isComplete,
  middleOf,
  movedTo,
  radiusAt,
  radiusRange,
  ringOfPoints,
  roundedMetres,
  shifted,
  widthHandle,
  type Shape,
  type ShapeKind,
} from './shape.ts'
import type { Drafter, DrawListener } from './terra.ts'
import styles from './draw.module.css'
import { drawTexts } from './texts.ts'

export interface ShapeEditorHandle {
  /** Takes back a corner of the shape that is being drawn; false when none is. */
  readonly undo: () => boolean
  readonly redo: () => boolean
}

interface ShapeEditorProps {
  readonly shape: Shape
  /** The tool in hand: the next shape is drawn anew. */
  readonly tool: ShapeKind | null
  /** False: it is shown and cannot be changed. */
  readonly editable: boolean
  /** `#rrggbb` */
  readonly colour: string
  /** A corner that stands out, by its place in the points. */
  readonly marked: number | null
  /** While the pointer is at work; null when it is done. */
  readonly onLive: (shape: Shape | null) => void
  /** A step that was made. Steps of the same tag in a row are one. */
  readonly onShape: (shape: Shape, tag: string | null) => void
  readonly onDrawn: (shape: Shape) => void
  readonly ref?: Ref<ShapeEditorHandle>
}

/** Metres an arrow key moves. */
const step = 1

type Drafted = Pick<ShapeEditorProps, 'shape' | 'tool' | 'editable' | 'colour' | 'onShape' | 'onDrawn'>

/** The drawing tools, once they are there; `show` hears what is under the pointer, and null when that is done. */
const useDrafter = (drafted: Drafted, show: (shape: Shape | null) => void): Drafter | null => {
  const t = useTexts(drawTexts)
  const { map } = useStage()
  const { palette } = useThemeMode()
  const { editable } = drafted
  const [drafter, setDrafter] = useState<Drafter | null>(null)
  const latest = useRef({ ...drafted, show, ground: palette.bgContainer })
  useEffect(() => {
    latest.current = { ...drafted, show, ground: palette.bgContainer }
  })

  // Terra Draw comes with the first shape that may be changed. A layout effect, because it has to go before the map does.
  useLayoutEffect(() => {
    if (!editable) return undefined
    let current = true
    let made: Drafter | null = null
    const listener: DrawListener = {
      onDrawing: (drawn) => {
        const { shape, tool } = latest.current
        latest.current.show(drawn && tool ? withDrawn(shape, tool, drawn) : null)
      },
      onDrawn: (drawn) => {
        const { shape, tool, onDrawn } = latest.current
        latest.current.show(null)
        if (tool) onDrawn(withDrawn(shape, tool, drawn))
      },
      onDrag: (points) => latest.current.show({ ...latest.current.shape, points }),
      onEdited: (points) => {
        latest.current.show(null)
        latest.current.onShape({ ...latest.current.shape, points }, null)
      },
    }
    import('./terra.ts').then(
      ({ Drafter }) => {
        if (!current) return
        const { colour, ground } = latest.current
        made = new Drafter(map, { line: colour, ground }, listener)
        setDrafter(made)
      },
      (error: unknown) => {
        logError(error, 'drawing tools')
        notify.error(t('toolsFailed'))
      },
    )
    return () => {
      current = false
      setDrafter(null)
      made?.destroy()
    }
  }, [map, editable, t])
  return drafter
}

/** One shape on the map: its outline, its corners and handles, and the tools that draw it anew. */
export const ShapeEditor = ({ shape, tool, editable, colour, marked, onLive, onShape, onDrawn, ref }: ShapeEditorProps) => {
  const t = useTexts(drawTexts)
  const { palette } = useThemeMode()
  const [live, setLive] = useState<Shape | null>(null)
  const show = (next: Shape | null): void => {
    setLive(next)
    onLive(next)
  }
  const drafter = useDrafter({ shape, tool, editable, colour, onShape, onDrawn }, show)
  useEffect(() => drafter?.setLook({ line: colour, ground: palette.bgContainer }), [drafter, colour, palette.bgContainer])
  useEffect(() => {
    if (!drafter) return
    setLive(null)
    if (tool) drafter.begin(tool)
    else drafter.clear()
  }, [drafter, tool])
  const [handling, setHandling] = useState(false)
  useEffect(() => {
    if (!drafter || tool) return
    if (handling) drafter.clear()
    else drafter.edit(shape.shape, shape.points)
  }, [drafter, tool, shape, handling])

  useImperativeHandle(ref, () => ({
    undo: () => tool !== null && (drafter?.undo() ?? false),
    redo: () => tool !== null && (drafter?.redo() ?? false),
  }))

  const drawn = live ?? (tool ? null : shape)
  const cross = drawn?.shape === 'polygon' && (tool === null || drawn.points.length > 3) ? crossing(drawn.points) : null
  const crossAt = cross && drawn ? crossingPoint(drawn.points, cross) : null
  useOutline(drawn, colour, cross !== null)

  const change = (next: Shape, done: boolean, tag: string | null): void => {
    setHandling(!done)
    if (done) {
      show(null)
      onShape(next, tag)
    } else show(next)
  }
  const held = drawn && isComplete(drawn) ? drawn : null
  const middle = held ? middleOf(held.points) : null
  const markedPoint = marked === null ? undefined : drawn?.points[marked]
  return (
    <>
      {editable && !tool && held && middle && (handling || live === null) && (
        <DragHandle
          at={middle}
          kind="move"
          label={t('moveWhole')}
          onDrag={(place, done) => change({ ...held, points: movedTo(shape.points, place) }, done, null)}
          onStep={(east, north) =>
            onShape({ ...shape, points: shape.points.map((point) => shifted(point, east * step, north * step)) }, 'step')
          }
        />
      )}
      {editable && !tool && held && <SizeHandle shape={held} onChange={change} />}
      {crossAt && (
        <HungAt lng={crossAt[0]} lat={crossAt[1]} anchor={[-0.5, -1]} shift={[0, -10]}>
          <span className={styles['crossing']} role="alert">
            {t('crossesHere')}
          </span>
        </HungAt>
      )}
      {marked !== null && markedPoint && (
        <HungAt lng={markedPoint[0]} lat={markedPoint[1]} anchor={[-0.5, -1]} shift={[0, -10]}>
          <span className={styles['numbered']}>{marked + 1}</span>
        </HungAt>
      )}
    </>
  )
}

const withDrawn = (
  shape: Shape,
  kind: ShapeKind,
  { points, radius }: { points: readonly Point[]; radius: number | null },
): Shape => ({
  ...shape,
  shape: kind,
  points,
  radius: kind === 'circle' ? radius : shape.radius,
})

interface SizeHandleProps {
  readonly shape: Shape
  readonly onChange: (shape: Shape, done: boolean, tag: string | null) => void
}

/** Holds the radius of a circle or the half width of a corridor. */
const SizeHandle = ({ shape, onChange }: SizeHandleProps) => {
  const t = useTexts(drawTexts)
  const [first] = shape.points
  if (!first) return null
  if (shape.shape === 'circle' && shape.radius !== null) {
    const { radius } = shape
    return (
      <DragHandle
        at={shifted(first, radius, 0)}
        kind="size"
        label={t('changeRadius')}
        value={radius}
        onDrag={(place, done) => onChange({ ...shape, radius: radiusAt(first, place) }, done, null)}
        onStep={(east, north) =>
          onChange({ ...shape, radius: roundedMetres(radius + east + north, radiusRange) }, true, 'radius')
        }
      >
        {t('radiusIs', { n: radius })}
      </DragHandle>
    )
  }
  if (shape.shape === 'corridor' && shape.halfWidth !== null) {
    const { halfWidth } = shape
    const at = widthHandle(shape.points, halfWidth)
    return (
      at && (
        <DragHandle
          at={at}
          kind="size"
          label={t('changeHalfWidth')}
          value={halfWidth}
          onDrag={(place, done) => onChange({ ...shape, halfWidth: halfWidthAt(shape.points, place) ?? halfWidth }, done, null)}
          onStep={(east, north) =>
            onChange({ ...shape, halfWidth: roundedMetres(halfWidth + east + north, halfWidthRange) }, true, 'halfWidth')
          }
        >
          {t('halfWidthIs', { n: halfWidth })}
        </DragHandle>
      )
    )
  }
  return null
}

/** The outline under the corners: as every fence is drawn, but stronger. */
const useOutline = (shape: Shape | null, colour: string, crossed: boolean): void => {
  const { palette } = useThemeMode()
  const features = useMemo((): Feature[] => {
    if (!shape || !isComplete(shape)) return []
    const outline = fenceOutline({ ...shape, points: [...shape.points] })
    const ring = ringOfPoints(outline)
    // The line stands for itself: of a polygon whose sides cross, the map may draw nothing.
    return [
      { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } },
      { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: ring } },
    ]
  }, [shape])
  const layers = useMemo((): LayerSpecification[] => {
    const line = crossed ? palette.danger : colour
    const lines: ExpressionSpecification = ['==', ['geometry-type'], 'LineString']
    return [
      {
        id: 'draft-halo',
        type: 'line',
        source: 'draft',
        filter: lines,
        layout: { 'line-join': 'round' },
        paint: { 'line-color': palette.mapHalo, 'line-width': 6, 'line-opacity': 0.7 },
      },
      {
        id: 'draft-fill',
        type: 'fill',
        source: 'draft',
        filter: ['==', ['geometry-type'], 'Polygon'],
        paint: { 'fill-color': line, 'fill-opacity': 0.18 },
      },
      {
        id: 'draft-line',
        type: 'line',
        source: 'draft',
        filter: lines,
        paint: { 'line-color': line, 'line-width': 2.5, 'line-dasharray': [4, 2] },
      },
    ]
  }, [colour, crossed, palette])
  useFeatures('draft', features, layers, 'labels')
}
