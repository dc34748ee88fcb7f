import type { Point } from '@vigil/contract/hazards/entities.ts'
import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import type { Translate } from '../../shared/i18n/texts.ts'
import { positions } from '../../shared/live/live.ts'
import { isUnworn, presence, wearerOf } from '../../shared/moving/position-store.ts'
import { areaText } from '../../shared/map/draw/sizes.ts'
import { areaOf, ringOf } from '../../shared/map/geometry.ts'
import { areaAt, peopleInside, peopleOnSite, unwornInside, type CountedArea } from '../../shared/map/head-count.ts'
import { findDept, idsBelow } from '../../shared/pick/departments.ts'
import type { CountedDept } from './department-tree.ts'
import type { positionTexts } from './texts.ts'

/** The number whose people the operator wants to see. */
export type Listed =
  | { readonly kind: 'onSite' }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'unworn' }
  | { readonly kind: 'noPosition' }
  | { readonly kind: 'area'; readonly id: string }
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'dept'; readonly id: string }
  | { readonly kind: 'shape'; readonly points: readonly Point[] }
  | { readonly kind: 'crowd'; readonly slots: readonly number[] }

/** What a list needs to know of the site. */
interface ListContext {
  readonly t: Translate<typeof positionTexts.table>
  readonly language: Language
  readonly areas: readonly HazardArea[]
  readonly rings: readonly CountedArea[]
  readonly nameOf: (area: HazardArea | null) => string
  readonly tree: readonly CountedDept[]
}

/** A list of people: its title, a line below it, and who is meant at the moment it is asked. */
export interface PeopleList {
  readonly title: string
  readonly hint?: string
  readonly find: () => readonly number[]
}

const slotsWhere = (holds: (slot: number) => boolean): number[] => {
  const found: number[] = []
  for (let slot = 0; slot < positions.size; slot += 1) if (positions.object(slot) && holds(slot)) found.push(slot)
  return found
}

const ofDept = (id: string, { t, tree }: ListContext): PeopleList | null => {
  const dept = findDept(tree, id)
  if (!dept) return null
  const ids = new Set(idsBelow(dept))
  const known = new Set(tree.flatMap(idsBelow))
  return {
    title: dept.name || t('noDepartment'),
    find: () => {
      const seen = new Set<string>()
      return slotsWhere((slot) => {
        const own = positions.object(slot)?.deptId ?? ''
        const wearer = wearerOf(positions, slot)
        if (wearer === null || !(ids.has(own) || (id === '' && !known.has(own))) || seen.has(wearer)) return false
        seen.add(wearer)
        return true
      })
    },
  }
}

/** The people behind a number; null when what it counted is no longer there. */
export const peopleOf = (listed: Listed, context: ListContext): PeopleList | null => {
  const { t, language, areas, rings, nameOf } = context
  switch (listed.kind) {
    case 'onSite':
      return { title: t('onSite'), find: () => peopleOnSite(positions) }
    case 'interrupted':
      return {
        title: t('interrupted'),
        find: () => peopleOnSite(positions).filter((slot) => positions.state[slot] !== presence.online),
      }
    case 'unworn':
      return { title: t('unworn'), hint: t('unwornHint'), find: () => slotsWhere((slot) => isUnworn(positions, slot)) }
    case 'noPosition':
      return {
        title: t('noPosition'),
        hint: t('noPositionHint'),
        find: () => slotsWhere((slot) => positions.state[slot] === presence.none),
      }
    case 'area': {
      const area = areas.find(({ id }) => id === listed.id)
      const ring = rings.find(({ id }) => id === listed.id)?.ring
      return area && ring ? { title: nameOf(area), find: () => peopleInside(positions, ring) } : null
    }
    case 'elsewhere':
      return {
        title: nameOf(null),
        find: () =>
          peopleOnSite(positions).filter((slot) => areaAt(rings, positions.lng[slot] ?? 0, positions.lat[slot] ?? 0) === null),
      }
    case 'dept':
      return ofDept(listed.id, context)
    case 'shape': {
      const ring = ringOf(listed.points)
      return {
        title: t('insideShape'),
        hint: t('aboutAsLarge', { area: areaText(areaOf(listed.points), language) }),
        // With what nobody is known to wear: whoever looks for somebody misses nobody.
        find: () => [...peopleInside(positions, ring), ...unwornInside(positions, ring)],
      }
    }
    case 'crowd':
      return { title: t('listHere'), find: () => listed.slots }
  }
}
