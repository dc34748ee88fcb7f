import { create } from 'zustand'
import { isUnworn, presence, wearerOf, type Kind, type PositionStore } from '../moving/position-store.ts'

export interface KindCount {
  /** Reported within the time after which a thing is offline. */
  readonly online: number
  readonly total: number
}
/** People; who drives is counted by what he wears. */
export interface DeptCount {
  /** On site, as in `Overview.onSite`. */
  readonly online: number
  readonly total: number
}

/** Counts over everything that moves; one source for every screen. */
export interface Overview {
  /** True once the directory came, for as long as it is told. */
  readonly known: boolean
  readonly byKind: Readonly<Record<Kind, KindCount>>
  /** People whose helmet or badge reported within 20 minutes; somebody with both is one person, what nobody wears is none. */
  readonly onSite: number
  /** Of them, those who have been silent for longer than a report should take. */
  readonly interrupted: number
  /** Helmets and badges that report and that nobody is known to wear. */
  readonly unworn: number
  /** Helmets, badges and vehicles that have no position at all. */
  readonly withoutPosition: number
  /** People by department, who is on site as in `onSite`; without one under ''. */
  readonly byDept: ReadonlyMap<string, DeptCount>
}

const none: KindCount = { online: 0, total: 0 }
export const emptyOverview: Overview = {
  known: false,
  byKind: { hat: none, badge: none, car: none },
  onSite: 0,
  interrupted: 0,
  unworn: 0,
  withoutPosition: 0,
  byDept: new Map(),
}

export const countOverview = (store: PositionStore): Overview => {
  const byKind = { hat: { online: 0, total: 0 }, badge: { online: 0, total: 0 }, car: { online: 0, total: 0 } }
  const people = new Map<string, number>()
  const depts = new Map<string, string>()
  let [withoutPosition, unworn] = [0, 0]
  for (let slot = 0; slot < store.size; slot += 1) {
    const object = store.object(slot)
    if (!object) continue
    const state = store.state[slot] ?? presence.none
    const online = state === presence.online || state === presence.stale
    const count = byKind[object.deviceType]
    count.total += 1
    if (online) count.online += 1
    if (state === presence.none) withoutPosition += 1
    if (isUnworn(store, slot)) unworn += 1
    const wearer = wearerOf(store, slot)
    if (wearer === null) continue
    if (!depts.has(wearer)) depts.set(wearer, object.deptId ?? '')
    if (store.isOnMap(slot)) people.set(wearer, Math.min(people.get(wearer) ?? presence.gone, state))
  }
  const byDept = new Map<string, { online: number; total: number }>()
  for (const [wearer, dept] of depts) {
    const count = byDept.get(dept) ?? { online: 0, total: 0 }
    count.total += 1
    if (people.has(wearer)) count.online += 1
    byDept.set(dept, count)
  }
  let interrupted = 0
  for (const state of people.values()) if (state !== presence.online) interrupted += 1
  return { known: store.known, byKind, onSite: people.size, interrupted, unworn, withoutPosition, byDept }
}

const sameCount = (a: DeptCount | undefined, b: DeptCount): boolean => a?.online === b.online && a.total === b.total

/** The new counts, with whatever part did not change kept as the same object; the old ones themselves if nothing did. */
export const renewed = (old: Overview, next: Overview): Overview => {
  const sameDepts =
    old.byDept.size === next.byDept.size && [...next.byDept].every(([id, count]) => sameCount(old.byDept.get(id), count))
  const { hat, badge, car } = next.byKind
  const sameKinds = sameCount(old.byKind.hat, hat) && sameCount(old.byKind.badge, badge) && sameCount(old.byKind.car, car)
  const kept: Overview = {
    ...next,
    byDept: sameDepts ? old.byDept : next.byDept,
    byKind: sameKinds ? old.byKind : next.byKind,
  }
  const same =
    sameDepts &&
    sameKinds &&
    old.known === next.known &&
    old.onSite === next.onSite &&
    old.interrupted === next.interrupted &&
    old.unworn === next.unworn &&
    old.withoutPosition === next.withoutPosition
  return same ? old : kept
}

/** Counted at most once a second by the live link. */
export const useOverview = create<Overview>(() => emptyOverview)
