import { enabledFlag } from '@vigil/contract/kernel/enabled.ts'
import { roadLimits } from '@vigil/contract/traffic/entities.ts'
import { roadSegment, type RoadSegment } from '@vigil/contract/traffic/road-segment.ts'
import type { Held } from '../../kernel/held.ts'
import { createKeeper } from '../../kernel/keeper.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { onRecords } from '../../kernel/record-changes.ts'
import { createTurns } from '../../kernel/turns.ts'
import { checkShape, shapeOf, type Shape } from '../hazards/index.ts'
import { roadsDigest } from './roads.store.ts'
import type { Kind, RoadLimit } from './rules.ts'

interface Road {
  readonly segment: RoadSegment
  readonly shape: Shape
}
/** What stretches of road say of a place. */
export interface RoadsAt {
  /** None at all of it. */
  readonly isEmpty: () => boolean
  readonly limitAt: (lng: number | null, lat: number | null) => RoadLimit
  /** The strictest for a kind of vehicle; null where no stretch of road is. */
  readonly at: (lng: number, lat: number, kind: Kind | '') => RoadSegment | null
}

const holds = ({ shape: { box, distance } }: Road, lng: number, lat: number): boolean =>
  lng >= box[0] && lng <= box[2] && lat >= box[1] && lat <= box[3] && distance(lng, lat) <= 0

/** km/h for a kind of vehicle: its own of this stretch, else that of the stretch, else that of such roads. */
export const limitOn = (segment: RoadSegment, kind: Kind | ''): number => {
  const own = kind === '' ? null : segment[`${kind}Limit`]
  return own ?? segment.limit ?? roadLimits[segment.roadKind]
}

/** Stretches of road, as they are kept and as they are held against every vehicle. */
export const createRoads = (kernel: Kernel) => {
  const keeper = createKeeper(kernel, {
    noun: roadSegment,
    module: 'traffic',
    table: 'road_segment',
    unique: { road_segment_name: 'name' },
    check: (_, body) => {
      checkShape(body)
      return Promise.resolve()
    },
  })
  const inTurn = createTurns()
  let roads: readonly Road[] = []
  let loaded = ''
  const load = (): Promise<void> =>
    inTurn(async () => {
      // Before what it tells of: what changes in between is found at the next comparison.
      const digest = await roadsDigest(kernel)
      const all = await keeper.all()
      roads = all
        .filter(({ enable }) => enable === enabledFlag.code.enabled)
        .map((segment) => ({ segment, shape: shapeOf(segment) }))
      loaded = digest
    })
  onRecords(kernel.bus, [roadSegment.name], load)
  const near = (lng: number, lat: number): RoadSegment[] =>
    roads.filter((road) => holds(road, lng, lat)).map(({ segment }) => segment)
  const at: RoadsAt = {
    isEmpty: () => roads.length === 0,
    limitAt: (lng, lat) => {
      const here = lng === null || lat === null ? [] : near(lng, lat)
      return (kind) => (here.length === 0 ? null : Math.min(...here.map((segment) => limitOn(segment, kind))))
    },
    at: (lng, lat, kind) => near(lng, lat).toSorted((one, other) => limitOn(one, kind) - limitOn(other, kind))[0] ?? null,
  }
  const held: Held = { name: 'road segments', held: () => loaded, stored: () => inTurn(() => roadsDigest(kernel)), reload: load }
  return { keeper, at, held, load }
}
