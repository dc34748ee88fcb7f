import type { LiveObject } from '@vigil/contract/positions/entities.ts'
import { loadRank } from '../../shared/find/pinyin.ts'
import { useOpenAlarms } from '../../shared/live/alarms.ts'
import { positions } from '../../shared/live/live.ts'
import { alarmedFirst, type Found } from './ranked.ts'

export interface FoundThing {
  readonly slot: number
  readonly object: LiveObject
}

/** People, helmets, badges and vehicles by name, number, plate or IMEI, by pinyin too; those with an alarm first, then the best. */
export const findThings = async (query: string, most: number): Promise<FoundThing[]> => {
  const rank = await loadRank()
  const { byObject } = useOpenAlarms.getState()
  const found: (FoundThing & Found)[] = []
  for (let slot = 0; slot < positions.size; slot += 1) {
    const object = positions.object(slot)
    if (!object) continue
    const ranks = [rank(object.userName ?? '', query), rank(object.label, query), rank(object.deviceId, query)].filter(
      (value) => value !== null,
    )
    if (ranks.length === 0) continue
    const [level, state] = [byObject.get(object.id)?.level ?? null, positions.state[slot] ?? 0]
    found.push({ slot, object, rank: Math.min(...ranks), level, state })
  }
  return alarmedFirst(found).slice(0, most)
}
