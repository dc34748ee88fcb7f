import { handlingStatus } from '@vigil/contract/alarms/entities.ts'
import type { SentBodyOf } from '@vigil/contract/kernel/call.ts'
import { CallRefused } from '@vigil/contract/kernel/client.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import type { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { trafficStop } from '@vigil/contract/traffic/traffic-stop.ts'
import type { TrafficStop } from './records.ts'

/** What closes a record; who does it the server knows. `note`: what the operator wrote, if he did. */
export const closingForm = (
  { id, version }: Pick<TrafficStop, 'id' | 'version'>,
  note: string,
): SentBodyOf<typeof trafficCalls.saveZdTrafficStop> => ({
  id,
  version,
  status: handlingStatus.code.handled,
  ...(note.trim() === '' ? {} : { handleNote: note.trim() }),
})

/** What became of a record while its dialog stood open; null where it is as the operator saw it. */
export type Meanwhile = { readonly kind: 'handled'; readonly user: string; readonly time: string } | { readonly kind: 'changed' }

export const meanwhile = (seen: TrafficStop, now: TrafficStop): Meanwhile | null => {
  // Whoever opens one that is closed already is told the same.
  if (now.status === handlingStatus.code.handled) return { kind: 'handled', user: now.handleUser, time: now.handleTime ?? '' }
  return now.version === seen.version ? null : { kind: 'changed' }
}

/** The record as it stands where somebody was quicker; null where it was refused for another reason. */
export const quickerOne = (refused: unknown): TrafficStop | null => {
  if (!(refused instanceof CallRefused) || refused.code !== codes.conflict.code) return null
  const present = trafficStop.record.safeParse(refused.data)
  return present.success ? present.data : null
}
