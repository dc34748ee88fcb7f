import type { SendingAim, SendingPriority } from '@vigil/contract/broadcasts/sending.ts'
import type { Point } from '@vigil/contract/hazards/entities.ts'
import type { BroadcastTarget } from '../../shared/calling/broadcasting.ts'

export type Way = 'devices' | 'departments' | 'area'

/** What is being put together. */
export interface BroadcastDraft {
  readonly way: Way
  readonly deviceIds: readonly string[]
  readonly deptIds: readonly string[]
  readonly points: readonly Point[]
  readonly by: 'typed' | 'recorded'
  readonly text: string
  readonly clip: File | null
  readonly priority: SendingPriority
}

export const draftFor = ({ deviceIds = [], points = [] }: BroadcastTarget): BroadcastDraft => ({
  way: points.length > 0 ? 'area' : 'devices',
  deviceIds,
  deptIds: [],
  points,
  by: 'typed',
  text: '',
  clip: null,
  priority: 'normal',
})

/** Who is meant; null while nobody is. */
export const aimOf = ({ way, deviceIds, deptIds, points }: BroadcastDraft): SendingAim | null => {
  if (way === 'devices') return deviceIds.length === 0 ? null : { deviceIds: [...deviceIds] }
  if (way === 'departments') return deptIds.length === 0 ? null : { deptIds: [...deptIds] }
  if (points.length < 3) return null
  const corners = points.map(([lng, lat]): [number, number] => [lng, lat])
  return { area: { shape: 'polygon', points: corners, radius: null, halfWidth: null, seenWithin: 10 } }
}

/** What is missing, by the text that says so; null for nothing. */
export const missingIn = (draft: BroadcastDraft): 'needWhom' | 'needText' | 'needClip' | null => {
  if (aimOf(draft) === null) return 'needWhom'
  if (draft.by === 'recorded') return draft.clip === null ? 'needClip' : null
  return draft.text.trim() === '' ? 'needText' : null
}
