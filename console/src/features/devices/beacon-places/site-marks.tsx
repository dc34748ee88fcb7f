import type { Point } from '@vigil/contract/hazards/entities.ts'
import { useTexts } from '../../../shared/i18n/texts.ts'
import { DragHandle } from '../../../shared/map/draw/drag-handle.tsx'
import { shifted } from '../../../shared/map/draw/shape.ts'
import { HungAt } from '../../../shared/map/hung.tsx'
import type { Beacon } from './bound.ts'
import styles from './beacon-places.module.css'
import { placeTexts } from './texts.ts'

interface SiteMarksProps {
  readonly beacons: readonly Beacon[]
  readonly chosenId: string | null
  readonly onChoose: (id: string) => void
  /** Null: nothing is placed here. */
  readonly onPlace: ((point: Point, how: 'drag' | 'done' | 'key') => void) | null
}

/** Metres an arrow key moves; ten times as many with Shift. */
const step = 0.1

/** The beacons of the site's map; the chosen one is dragged or moved by arrow keys. */
export const SiteMarks = ({ beacons, chosenId, onChoose, onPlace }: SiteMarksProps) => {
  const t = useTexts(placeTexts)
  return beacons.map(({ id, name, lng, lat }) => {
    if (lng === null || lat === null) return null
    const point: Point = [lng, lat]
    if (id === chosenId && onPlace)
      return (
        <DragHandle
          key={id}
          at={point}
          kind="place"
          label={t('move', { name })}
          onDrag={(place, done) => onPlace(place, done ? 'done' : 'drag')}
          onStep={(east, north) => onPlace(shifted(point, east * step, north * step), 'key')}
        >
          {name}
        </DragHandle>
      )
    return (
      <HungAt key={id} lng={lng} lat={lat}>
        <button
          type="button"
          className={styles['siteMark']}
          aria-pressed={id === chosenId}
          title={name}
          aria-label={name}
          onClick={() => onChoose(id)}
        >
          <i />
        </button>
      </HungAt>
    )
  })
}
