import type { LiveObject } from '@vigil/contract/positions/entities.ts'
import { loadRank } from '../../shared/find/pinyin.ts'
import { positions } from '../../shared/live/live.ts'

export interface FoundThing {
  readonly slot: number
  readonly object: LiveObject
}

/** People, helmets, badges and vehicles by name, number, plate or IMEI, by pinyin too; best first. */
export const findThings = async (query: string, most: number): Promise<FoundThing[]> => {
  const rank = await loadRank()
  const found: (FoundThing & { readonly rank: number })[] = []
  for (let slot = 0; slot < positions.size; slot += 1) {
    const object = positions.object(slot)
    if (!object) continue
    const ranks = [rank(object.userName ?? '', query), rank(object.label, query), rank(object.deviceId, query)].filter(
      (value) => value !== null,
    )
    if (ranks.length > 0) found.push({ slot, object, rank: Math.min(...ranks) })
  }
  return found.sort((a, b) => a.rank - b.rank || (positions.state[a.slot] || 9) - (positions.state[b.slot] || 9)).slice(0, most)
}
