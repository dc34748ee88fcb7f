import { alarmCondition } from '@vigil/contract/alarms/entities.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import type { Fence } from '@vigil/contract/hazards/fence.ts'
import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import type { Basemap } from '@vigil/contract/site/entities.ts'
import type { Site } from '@vigil/contract/site/settings.ts'
import { useCallback, useMemo } from 'react'
import { useCall } from '../api/queries.ts'
import { useLanguage } from '../i18n/language.ts'
import { useOpenAlarms } from '../live/alarms.ts'
import { usePositionsPulse } from '../live/hooks.ts'
import { positions } from '../live/live.ts'
import { countedAreas, countHeads, type CountedArea, type HeadCount } from './head-count.ts'

/** Milliseconds an answer about the plan is taken as fresh: it hardly ever changes. */
const planFresh = 10 * 60_000
const headCountEvery = 1_000
const noFences: readonly Fence[] = []
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
  readonly fences: readonly Fence[]
}

export const useSitePlan = (): SitePlan => {
  const site = useCall(siteCalls.getSite, undefined, { staleTime: planFresh })
  const basemap = useCall(siteCalls.getBasemap, undefined, { staleTime: planFresh })
  return {
    site: site.data,
    basemap: basemap.data,
    // What was read once stays on the screen, with whatever is drawn on it, when it cannot be read again.
    error: site.data && basemap.data ? null : (site.error ?? basemap.error),
    loading: site.isFetching || basemap.isFetching,
    retry: () => {
      for (const query of [site, basemap]) if (query.isError) void query.refetch()
    },
  }
}

/** All hazard areas that the user may see. */
export const useHazardAreas = () => {
  const query = useCall(hazardCalls.listBsHazardAreaAll, undefined, { staleTime: planFresh })
  const areas = useMemo(() => (query.data ? whole(query.data) : noAreas), [query.data])
  return { query, areas }
}

/** What stands still on every map of the site. Fences come anew by themselves when one changes. */
export const useMapData = (): MapData => {
  const plan = useSitePlan()
  const { query: areasQuery, areas } = useHazardAreas()
  const fences = useCall(hazardCalls.listBsDangAreaAll, undefined, { staleTime: planFresh })
  const allFences = useMemo(() => (fences.data ? whole(fences.data) : noFences), [fences.data])
  return {
    ...plan,
    areas,
    fences: allFences,
    retry: () => {
      plan.retry()
      for (const query of [areasQuery, fences]) if (query.isError) void query.refetch()
    },
  }
}

const told = new WeakMap<readonly CountedArea[], { readonly revision: number; readonly heads: HeadCount }>()

/**
 * People in each area, once a second at most. Every component that asks with the same rings gets the same count, so that a
 * number is the same wherever it stands.
 */
export const useHeadCount = (rings: readonly CountedArea[]): HeadCount => {
  const pulse = usePositionsPulse(headCountEvery)
  const known = told.get(rings)
  if (known && known.revision >= pulse) return known.heads
  const heads = countHeads(positions, rings)
  told.set(rings, { revision: positions.revision, heads })
  return heads
}

/** The rings of areas, made once for each list of them. */
export const useRings = (areas: readonly HazardArea[]): readonly CountedArea[] => useMemo(() => countedAreas(areas), [areas])

/** The worst level among the alarms that go on in each area. */
export const useAreaLevels = (): ReadonlyMap<string, number> => {
  const open = useOpenAlarms((book) => book.open)
  return useMemo(() => {
    const levels = new Map<string, number>()
    for (const { areaId, alarmLevel, condition } of open) {
      if (areaId !== null && condition === alarmCondition.code.active)
        levels.set(areaId, Math.min(levels.get(areaId) ?? 9, alarmLevel))
    }
    return levels
  }, [open])
}

/** How an area is called in the operator's language: in English as the plan calls it, where it does. */
export const useAreaName = (): ((area: Pick<HazardArea, 'name'>) => string) => {
  const { language } = useLanguage()
  const basemap = useCall(siteCalls.getBasemap, undefined, { staleTime: planFresh, enabled: language === 'en' })
  const english = useMemo(() => englishNames(basemap.data), [basemap.data])
  return useCallback(({ name }) => (language === 'en' ? (english.get(name) ?? name) : name), [language, english])
}

/** The name of an area in English where the plan knows one. */
export const englishNames = (basemap: Basemap | undefined): ReadonlyMap<string, string> =>
  new Map(
    basemap?.features.flatMap(({ properties: { name, nameEn } }) => (name && nameEn ? [[name, nameEn] as const] : [])) ?? [],
  )
