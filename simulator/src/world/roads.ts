import { between, crossing, distance, pairs, type Metres } from './geometry.ts'
import { places, roads, stops, yards, type PlaceKey, type StopKey } from './plan.ts'

/** Who is on the way: somebody on foot takes every way, a vehicle roads and yards. */
export type TravelMode = 'foot' | 'vehicle'

interface Way {
  readonly kind: 'road' | 'yard' | 'footpath'
  /** Metres from the middle line to the edge. */
  readonly halfWidth: number
  /** km/h. */
  readonly limit: number
}
export interface Leg extends Way {
  readonly from: Metres
  readonly to: Metres
}
interface Edge extends Way {
  readonly to: number
  readonly length: number
  /** As a way goes along it: made once, since ways are looked for again and again. */
  readonly leg: Leg
}

/** Every road, yard and footpath of the plant as one graph; its nodes are numbered from 0. */
export interface RoadNetwork {
  readonly legs: readonly Leg[]
  at(node: number): Metres
  nearest(place: Metres, by: TravelMode): number
  /** Nodes where the people of a place work. */
  nodesOf(place: PlaceKey): readonly number[]
  stopsOf(stop: StopKey): readonly number[]
  /** The shortest way, empty if both ends are the same. Throws when there is none. */
  route(from: number, to: number, by: TravelMode): Leg[]
}

/** Metres between two nodes at most, so that people stop anywhere along a footpath and everybody finds a node nearby. */
const longestStep = { footpath: 8, yard: 20, road: 20 } as const
const footpath: Way = { kind: 'footpath', halfWidth: 1.5, limit: 5 }
const yard: Way = { kind: 'yard', halfWidth: 4, limit: 10 }

let known: RoadNetwork | null = null
/** The plant's own: the same for all, since nobody changes it and the shortest ways that were found once are kept. */
export const roadNetwork = (): RoadNetwork => (known ??= createRoadNetwork())

const createRoadNetwork = (): RoadNetwork => {
  const lines: { line: readonly Metres[]; way: Way; place?: PlaceKey }[] = [
    ...roads.map(({ line, width, limit }) => ({ line, way: { kind: 'road', halfWidth: width / 2, limit } as const })),
    ...yards.map((line) => ({ line, way: yard })),
  ]
  for (const [key, { walks, links }] of Object.entries(places)) {
    const named = key as PlaceKey
    for (const line of walks) lines.push({ line, way: footpath, place: named })
    for (const line of links) lines.push({ line, way: footpath })
  }
  const segments = lines.flatMap(({ line, way, place }) => pairs(line).map(([from, to]) => ({ from, to, way, place })))
  const extraStops = Object.values(stops).flatMap((list): readonly Metres[] => list)

  const nodes: Metres[] = []
  const edges: Edge[][] = []
  const byKey = new Map<string, number>()
  const nodeAt = (place: Metres): number => {
    const key = `${Math.round(place[0] * 10)},${Math.round(place[1] * 10)}`
    const known = byKey.get(key)
    if (known !== undefined) return known
    byKey.set(key, nodes.length)
    edges.push([])
    return nodes.push(place) - 1
  }

  const at = (node: number): Metres => {
    const place = nodes[node]
    if (!place) throw new Error(`no node ${node}`)
    return place
  }

  const legs: Leg[] = []
  const nodesByPlace = new Map<PlaceKey, Set<number>>()
  const seen = new Set<string>()
  for (const { from, to, way, place } of segments) {
    const cuts: Metres[] = [from, to]
    for (const other of segments) {
      const meet = crossing(from, to, other.from, other.to)
      if (meet) cuts.push(meet)
    }
    if (way.kind !== 'footpath') cuts.push(...extraStops.filter((stop) => onSegment(stop, from, to)))
    cuts.sort((a, b) => distance(from, a) - distance(from, b))
    for (const [start, end] of pairs(cuts)) {
      const parts = Math.max(1, Math.ceil(distance(start, end) / longestStep[way.kind]))
      const steps = Array.from({ length: parts + 1 }, (_, at) => between(start, end, at / parts))
      for (const [a, b] of pairs(steps)) {
        const [one, two] = [nodeAt(a), nodeAt(b)]
        if (place) for (const node of [one, two]) nodesByPlace.set(place, (nodesByPlace.get(place) ?? new Set()).add(node))
        const name = `${Math.min(one, two)}-${Math.max(one, two)}`
        if (one === two || seen.has(name)) continue
        seen.add(name)
        const length = distance(a, b)
        edges[one]?.push({ ...way, to: two, length, leg: { ...way, from: at(one), to: at(two) } })
        edges[two]?.push({ ...way, to: one, length, leg: { ...way, from: at(two), to: at(one) } })
        legs.push({ ...way, from: a, to: b })
      }
    }
  }

  const open = (edge: Edge, by: TravelMode): boolean => by === 'foot' || edge.kind !== 'footpath'

  const trees = new Map<string, Int32Array>()
  /** For each node the one before it on the shortest way from `from`, -1 where there is none. */
  const treeFrom = (from: number, by: TravelMode): Int32Array => {
    const key = `${by}${from}`
    const known = trees.get(key)
    if (known) return known
    const before = new Int32Array(nodes.length).fill(-1)
    const far = new Float64Array(nodes.length).fill(Number.POSITIVE_INFINITY)
    const queue = createQueue()
    far[from] = 0
    queue.push(from, 0)
    for (let next = queue.pop(); next; next = queue.pop()) {
      if (next.cost > (far[next.node] ?? 0)) continue
      for (const edge of edges[next.node] ?? []) {
        const cost = next.cost + edge.length
        if (!open(edge, by) || cost >= (far[edge.to] ?? 0)) continue
        far[edge.to] = cost
        before[edge.to] = next.node
        queue.push(edge.to, cost)
      }
    }
    trees.set(key, before)
    return before
  }

  const nodesFor = (by: TravelMode): Standing[] =>
    nodes.flatMap(([x, y], node) => ((edges[node] ?? []).some((edge) => open(edge, by)) ? [{ node, x, y }] : []))
  const reachable = { foot: nodesFor('foot'), vehicle: nodesFor('vehicle') }
  const nearest = (place: Metres, by: TravelMode): number => nearestOf(reachable[by], place)

  return {
    legs,
    at,
    nearest,
    nodesOf: (place) => [...(nodesByPlace.get(place) ?? [])],
    stopsOf: (stop) => stops[stop].map((place) => nearest(place, 'vehicle')),
    route: (from, to, by) => {
      const before = treeFrom(from, by)
      const way: Leg[] = []
      for (let node = to; node !== from; ) {
        const previous = before[node] ?? -1
        const edge = previous < 0 ? undefined : edges[previous]?.find((candidate) => candidate.to === node)
        if (!edge) throw new Error(`no way for ${by} from ${at(from).join(',')} to ${at(to).join(',')}`)
        way.push(edge.leg)
        node = previous
      }
      return way.reverse()
    },
  }
}

interface Standing {
  readonly node: number
  readonly x: number
  readonly y: number
}
/** Squares compare as the distances do and are far cheaper: everybody who sets out goes through all nodes. */
const nearestOf = (list: readonly Standing[], [x, y]: Metres): number => {
  let best = 0
  let closest = Number.POSITIVE_INFINITY
  for (const one of list) {
    const [dx, dy] = [one.x - x, one.y - y]
    const far = dx * dx + dy * dy
    if (far >= closest) continue
    best = one.node
    closest = far
  }
  return best
}

const onSegment = (place: Metres, a: Metres, b: Metres): boolean =>
  Math.abs(distance(a, place) + distance(place, b) - distance(a, b)) < 1e-6

/** A binary heap, cheapest first. */
const createQueue = () => {
  const heap: { node: number; cost: number }[] = []
  const costAt = (index: number): number => heap[index]?.cost ?? Number.POSITIVE_INFINITY
  const swap = (a: number, b: number): void => {
    const [one, two] = [heap[a], heap[b]]
    if (!one || !two) return
    heap[a] = two
    heap[b] = one
  }
  return {
    push: (node: number, cost: number): void => {
      let index = heap.push({ node, cost }) - 1
      for (let parent = (index - 1) >> 1; index > 0 && costAt(parent) > cost; parent = (index - 1) >> 1) {
        swap(index, parent)
        index = parent
      }
    },
    pop: (): { node: number; cost: number } | undefined => {
      if (heap.length === 0) return undefined
      swap(0, heap.length - 1)
      const top = heap.pop()
      for (let index = 0; ; ) {
        const left = 2 * index + 1
        const least = costAt(left + 1) < costAt(left) ? left + 1 : left
        if (costAt(least) >= costAt(index)) return top
        swap(index, least)
        index = least
      }
    },
  }
}
