import { positionCalls } from '@vigil/contract/positions/calls.ts'
import { trackLimits } from '@vigil/contract/positions/track-columns.ts'
import { client } from '../../shared/api/client.ts'
import { deviceOf, type Span } from './address.ts'
import { recordedOf, type Recorded } from './recorded.ts'
import { hoursOf } from './spans.ts'
import { fromSiteTime } from '../../shared/time/site-time.ts'

export interface Loaded {
  /** The time that was asked for, ms since 1970; its end is not part of it. */
  readonly startAt: number
  readonly endAt: number
  /** In the order in which they were asked for; devices that are not there or beyond the data scope are missing. */
  readonly tracks: readonly Recorded[]
}

/** Devices of one call, so that the first are here soon; and calls at a time, so that others are answered beside it. */
const atOnce = { devices: 10, calls: 3 } as const

/** Fetches tracks in parts; `onPart` hears how many devices are done. The first failure ends it. */
export const loadTracks = async (
  keys: readonly string[],
  span: Span,
  onPart: (done: number) => void,
  signal: AbortSignal,
): Promise<Loaded> => {
  const size = Math.max(1, Math.min(atOnce.devices, Math.floor(trackLimits.deviceHours / hoursOf(span))))
  const parts = Array.from({ length: Math.ceil(keys.length / size) }, (_, at) => keys.slice(at * size, (at + 1) * size))
  const found: Recorded[][] = []
  let [taken, done, startAt] = [0, 0, 0]
  const work = async (): Promise<void> => {
    for (let at = taken++; at < parts.length; at = taken++) {
      const part = parts[at] ?? []
      const body = { devices: part.map(deviceOf), startTime: span.from, endTime: span.to }
      const answer = await client.ask(positionCalls.listHisTracks, body, signal)
      startAt = answer.startAt
      found[at] = answer.tracks.map(recordedOf)
      done += part.length
      onPart(done)
    }
  }
  await Promise.all(Array.from({ length: atOnce.calls }, work))
  return { startAt, endAt: fromSiteTime(span.to) + 1_000, tracks: found.flat() }
}
