import type { Fence } from '@vigil/contract/hazards/fence.ts'
import type { Rank } from '../../shared/find/pinyin.ts'

/** What of the fences is listed; it lives in the address. */
export interface FenceFilter {
  readonly query: string
  readonly level: Fence['level'] | null
  readonly enable: Fence['enable'] | null
}

export const readFilter = (params: URLSearchParams): FenceFilter => {
  const level = Number(params.get('level'))
  const enable = params.get('enable')
  return {
    query: params.get('q') ?? '',
    level: level === 1 || level === 2 || level === 3 ? level : null,
    enable: enable === '1' ? 1 : enable === '0' ? 0 : null,
  }
}

export const isFiltered = ({ query, level, enable }: FenceFilter): boolean =>
  query.trim() !== '' || level !== null || enable !== null

/** The fences that pass, the most urgent level first, then by name; with a query its best hits first. */
export const foundFences = (fences: readonly Fence[], { query, level, enable }: FenceFilter, rank: Rank): Fence[] => {
  const asked = query.trim()
  return fences
    .filter((fence) => (level === null || fence.level === level) && (enable === null || fence.enable === enable))
    .flatMap((fence) => {
      if (asked === '') return [{ fence, place: 0 }]
      const places = [rank(fence.name, asked), fence.deptName === null ? null : rank(fence.deptName, asked)].filter(
        (place) => place !== null,
      )
      return places.length === 0 ? [] : [{ fence, place: Math.min(...places) }]
    })
    .sort((a, b) => a.place - b.place || a.fence.level - b.fence.level || a.fence.name.localeCompare(b.fence.name, 'zh-CN'))
    .map(({ fence }) => fence)
}
