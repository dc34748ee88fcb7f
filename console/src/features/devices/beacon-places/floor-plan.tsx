import type { z } from 'zod'
import type { floor } from '@vigil/contract/indoor/floor.ts'
import { Segmented } from 'antd'
import { useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react'
import { useTexts } from '../../../shared/i18n/texts.ts'
import { fileAddress } from '../../../shared/pick/upload.ts'
import { Row, Stack } from '../../../shared/ui/layout.tsx'
import type { Beacon } from './bound.ts'
import { gridStep, metresAt, onPlan, partsOf, type PlanPoint, type PlanSize } from './plan.ts'
import styles from './beacon-places.module.css'
import { placeTexts } from './texts.ts'

export type Floor = z.output<(typeof floor)['record']>

interface FloorPlanProps {
  readonly floor: Floor
  readonly size: PlanSize
  readonly beacons: readonly Beacon[]
  readonly chosenId: string | null
  readonly onChoose: (id: string) => void
  /** Null: nothing is placed here. `how`: still dragged, let go or clicked, by a key. */
  readonly onPlace: ((point: PlanPoint, how: 'drag' | 'done' | 'key') => void) | null
}

const zooms = [1, 2, 4] as const
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}
/** Metres an arrow key moves, and with Shift. */
const step = 0.1
const bigStep = 1
/** Pixels below which a press is a click. */
const still = 3

const percent = (part: number): string => `${part * 100}%`

/** A floor with its beacons: a click places the chosen one, its mark is dragged or moved by arrow keys. */
export const FloorPlan = ({ floor, size, beacons, chosenId, onChoose, onPlace }: FloorPlanProps) => {
  const t = useTexts(placeTexts)
  const [zoom, setZoom] = useState<number>(1)
  const sheet = useRef<HTMLDivElement>(null)
  const pointAt = ({ clientX, clientY }: { clientX: number; clientY: number }): PlanPoint | null => {
    const box = sheet.current?.getBoundingClientRect()
    return box ? metresAt({ x: clientX, y: clientY }, box, size) : null
  }
  const place = (event: { clientX: number; clientY: number }, how: 'drag' | 'done'): void => {
    const point = pointAt(event)
    if (point) onPlace?.(point, how)
  }
  const grid = gridStep(size)
  const sheetStyle = {
    '--ratio': size.width / size.height,
    '--zoom': zoom,
    '--step-x': percent(grid / size.width),
    '--step-y': percent(grid / size.height),
    aspectRatio: `${size.width} / ${size.height}`,
  } as CSSProperties
  return (
    <Stack className="fill">
      <div className={styles['planScroll']}>
        {/* The marks are the controls; a click beside them is a shortcut for what their arrow keys do. */}
        <div
          ref={sheet}
          className={styles['sheet']}
          style={sheetStyle}
          data-picture={floor.plan !== ''}
          data-places={onPlace !== null}
          role="presentation"
          onClick={(event) => {
            if (event.target === sheet.current || event.target instanceof HTMLImageElement) place(event, 'done')
          }}
        >
          {floor.plan !== '' && <img src={fileAddress(floor.plan)} alt={floor.name} draggable={false} />}
          {beacons.map((beacon) => (
            <Mark
              key={beacon.id}
              beacon={beacon}
              size={size}
              chosen={beacon.id === chosenId}
              onChoose={() => onChoose(beacon.id)}
              onDrag={beacon.id === chosenId && onPlace ? place : null}
              onStep={(x, y) => onPlace?.(onPlan({ x, y }, size), 'key')}
            />
          ))}
        </div>
      </div>
      <Row className="fixed wrap topped soft" gap="4px 16px" pad="8px 12px">
        <Segmented
          size="small"
          aria-label={t('zoom')}
          value={zoom}
          options={zooms.map((value) => ({ value, label: `${value}×` }))}
          onChange={setZoom}
        />
        <span>
          {size.width} × {size.height} m
        </span>
        {floor.plan === '' && (
          <span>
            {t('gridNote', { n: grid })} · {t('noPicture')}
          </span>
        )}
      </Row>
    </Stack>
  )
}

interface MarkProps {
  readonly beacon: Beacon
  readonly size: PlanSize
  readonly chosen: boolean
  readonly onChoose: () => void
  readonly onDrag: ((event: globalThis.PointerEvent, how: 'drag' | 'done') => void) | null
  readonly onStep: (x: number, y: number) => void
}

const Mark = ({ beacon, size, chosen, onChoose, onDrag, onStep }: MarkProps) => {
  const { x, y, name } = beacon
  if (x === null || y === null) return null
  const { left, bottom } = partsOf({ x, y }, size)
  const pressed = (press: PointerEvent<HTMLButtonElement>): void => {
    if (press.button !== 0 || !onDrag) return
    const target = press.currentTarget
    let dragged = false
    const moved = (event: globalThis.PointerEvent): void => {
      dragged ||= Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) > still
      if (dragged) onDrag(event, 'drag')
    }
    const ended = (event: globalThis.PointerEvent): void => {
      target.removeEventListener('pointermove', moved)
      target.removeEventListener('pointerup', ended)
      target.removeEventListener('pointercancel', ended)
      if (dragged) onDrag(event, 'done')
    }
    target.setPointerCapture(press.pointerId)
    target.addEventListener('pointermove', moved)
    target.addEventListener('pointerup', ended)
    target.addEventListener('pointercancel', ended)
  }
  const typed = (event: KeyboardEvent): void => {
    const arrow = arrows[event.key]
    if (!arrow || !chosen) return
    event.preventDefault()
    const metres = event.shiftKey ? bigStep : step
    onStep(x + arrow[0] * metres, y + arrow[1] * metres)
  }
  return (
    <button
      type="button"
      className={styles['mark']}
      style={{ left: percent(left), bottom: percent(bottom) }}
      aria-pressed={chosen}
      aria-label={`${name} ${x}, ${y} m`}
      title={`${name}  ${x}, ${y} m`}
      onClick={onChoose}
      onPointerDown={pressed}
      onKeyDown={typed}
    >
      <i />
      <span>{name}</span>
    </button>
  )
}
