import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import type { AlarmLevel } from '@vigil/contract/hazards/entities.ts'
import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import type { Basemap, BasemapDatum } from '@vigil/contract/site/entities.ts'
import type { Site } from '@vigil/contract/site/settings.ts'
import { useCallback, useMemo } from 'react'
import { useCall } from '../api/queries.ts'
import { useLanguage } from '../i18n/language.ts'
import { translate } from '../i18n/texts.ts'
import { useMoving, useMovingAlarms } from '../moving/moving-source.ts'
import { useSite } from '../api/site.ts'
import type { PositionStore } from '../moving/position-store.ts'
import { usePulse } from '../moving/use-pulse.ts'
import { inWgs84 } from './basemap-datum.ts'
import { ringOf } from './geometry.ts'
import { areaAt, areaNear, countedAreas, countHeads, worstLevels, type CountedArea, type HeadCount } from './head-count.ts'
import { mapTexts } from './texts.ts'

/** Milliseconds an answer about the plan is taken as fresh: it hardly ever changes. */
export const planFresh = 10 * 60_000
const headCountEvery = 1_000
const noAreas: readonly HazardArea[] = []

/** What it takes to draw the site, which everybody who is signed in may see. */
export interface SitePlan {
  readonly site: Site | undefined
  readonly basemap: Basemap | undefined
  /** Why there is no map. */
  readonly error: Error | null
  readonly loading: boolean
  readonly retry: () => void
}

export interface MapData extends SitePlan {
  readonly areas: readonly HazardArea[]
}

export const useSitePlan = (): SitePlan => {
  const site = useSite()
  const basemap = useCall(siteCalls.getBasemap, undefined, { staleTime: planFresh })
  const drawn = useMemo(
    () => (site.data && basemap.data ? inWgs84(basemap.data, site.data.basemapDatum) : undefined),
    [site.data, basemap.data],
  )
  return {
    site: site.data,
    basemap: drawn,
    // What was read once stays on the screen, with whatever is drawn on it, when it cannot be read again.
    error: site.data && basemap.data ? null : (site.error ?? basemap.error),
    loading: site.isFetching || basemap.isFetching,
    retry: () => {
      for (const query of [site, basemap]) if (query.isError) void query.refetch()
    },
  }
}

/** All hazard areas that the user may see. */
export const useHazardAreas = (enabled = true) => {
  const query = useCall(hazardCalls.listBsHazardAreaAll, undefined, { staleTime: planFresh, enabled })
  const areas = useMemo(() => (query.data ? whole(query.data) : noAreas), [query.data])
  return { query, areas }
}

/** What stands still on every map of the site. */
export const useMapData = (): MapData => {
  const plan = useSitePlan()
  const { query: areasQuery, areas } = useHazardAreas()
  return {
    ...plan,
    areas,
    retry: () => {
      plan.retry()
      if (areasQuery.isError) void areasQuery.refetch()
    },
  }
}

interface KnownCount {
  readonly store: PositionStore
  readonly revision: number
  readonly heads: HeadCount
}
const counted = new WeakMap<readonly CountedArea[], KnownCount>()

/**
 * People in each area, once a second at most. Every component that asks with the same rings gets the same count, so that a
 * number is the same wherever it stands.
 */
export const useHeadCount = (rings: readonly CountedArea[]): HeadCount => {
  const { store } = useMoving()
  const pulse = usePulse(store, headCountEvery)
  const known = counted.get(rings)
  if (known && known.store === store && known.revision >= pulse) return known.heads
  const heads = countHeads(store, rings)
  counted.set(rings, { store, revision: store.revision, heads })
  return heads
}

type Levels = ReadonlyMap<string, AlarmLevel>
const levelled = new WeakMap<readonly CountedArea[], Levels>()
const areSame = (one: Levels, other: Levels): boolean =>
  one.size === other.size && [...one].every(([id, level]) => other.get(id) === level)

/** What is wrong in each area, once a second at most; the same answer for as long as it is so. */
export const useAreaLevels = (rings: readonly CountedArea[]): Levels => {
  const { store } = useMoving()
  const alarms = useMovingAlarms()
  usePulse(store, headCountEvery)
  const levels = worstLevels(store, rings, alarms)
  const known = levelled.get(rings)
  if (known && areSame(known, levels)) return known
  levelled.set(rings, levels)
  return levels
}

const rings = new WeakMap<readonly HazardArea[], readonly CountedArea[]>()

/** The rings of areas, made once for each list of them, whoever asks. */
export const ringsOf = (areas: readonly HazardArea[]): readonly CountedArea[] => {
  const known = rings.get(areas)
  if (known) return known
  const made = countedAreas(areas)
  rings.set(areas, made)
  return made
}

/** How an area is called in the operator's language: in English as the plan calls it, where it does. */
export const useAreaName = (): ((area: Pick<HazardArea, 'name'> | null) => string) => {
  const { language } = useLanguage()
  const basemap = useCall(siteCalls.getBasemap, undefined, { staleTime: planFresh, enabled: language === 'en' })
  const english = useMemo(() => englishNames(basemap.data), [basemap.data])
  return useCallback(
    (area) => {
      if (!area) return translate(mapTexts, language)('outsideAreas')
      return language === 'en' ? (english.get(area.name) ?? area.name) : area.name
    },
    [language, english],
  )
}

/** A distance that is worth saying: nobody's place is known better than that. */
const steps = (metres: number): number => Math.max(10, Math.round(metres / 10) * 10)
/** As far away as `{n}` says. */
const farAs = (metres: number): { readonly text: 'nearArea' | 'farArea'; readonly n: string } =>
  metres < 1000 ? { text: 'nearArea', n: String(steps(metres)) } : { text: 'farArea', n: (metres / 1000).toFixed(1) }

/**
 * What a place is called: the area or the building that it lies in, else what is next to it with the distance, an area before a building
 * where one is near. Null where neither an area nor the plan has a name.
 */
export const usePlaceName = (areas: readonly HazardArea[]): ((lng: number, lat: number) => string | null) => {
  const { language } = useLanguage()
  const nameOf = useAreaName()
  const site = useSite()
  const basemap = useCall(siteCalls.getBasemap, undefined, { staleTime: planFresh })
  const [plan, datum] = [basemap.data, site.data?.basemapDatum]
  return useCallback(
    (lng, lat) => {
      const known = ringsOf(areas)
      const marks = plan && datum ? landmarksOf(plan, datum) : []
      const named = (id: string): string => nameOf(areas.find((area) => area.id === id) ?? { name: id })
      const within = areaAt(known, lng, lat) ?? areaAt(marks, lng, lat)
      if (within !== null) return named(within)
      const near = areaNear(known, lng, lat) ?? areaNear([...known, ...marks], lng, lat, Infinity)
      if (!near) return null
      const { text, n } = farAs(near.metres)
      return translate(mapTexts, language)(text, { area: named(near.id), n })
    },
    [areas, nameOf, language, plan, datum],
  )
}

/** What people steer by: not the ground, and nothing that leads past half of the site. */
const landmarkKinds: ReadonlySet<Basemap['features'][number]['properties']['kind']> = new Set([
  'building',
  'storage',
  'silo',
  'green',
  'water',
  'gate',
  'parking',
])
const landmarks = new WeakMap<Basemap, { readonly datum: BasemapDatum; readonly rings: readonly CountedArea[] }>()

/** What the plan draws and names, each by its Chinese name; made once for each plan, when it is first asked for. */
const landmarksOf = (plan: Basemap, datum: BasemapDatum): readonly CountedArea[] => {
  const known = landmarks.get(plan)
  if (known?.datum === datum) return known.rings
  const made = inWgs84(plan, datum).features.flatMap(({ properties: { kind, name }, geometry }): CountedArea[] => {
    if (!name || !landmarkKinds.has(kind) || geometry.type === 'LineString') return []
    const outline = geometry.type === 'Point' ? [geometry.coordinates] : geometry.coordinates[0]
    return outline ? [{ id: name, ring: ringOf(outline) }] : []
  })
  landmarks.set(plan, { datum, rings: made })
  return made
}

/** The name of an area in English where the plan knows one. */
export const englishNames = (basemap: Basemap | undefined): ReadonlyMap<string, string> =>
  new Map(
    basemap?.features.flatMap(({ properties: { name, nameEn } }) => (name && nameEn ? [[name, nameEn] as const] : [])) ?? [],
  )
