import { whole } from '@vigil/contract/kernel/client.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import type { LiveObject } from '@vigil/contract/positions/entities.ts'
import { useEffect, useMemo, useState } from 'react'
import { useCall } from '../api/queries.ts'
import { throttled } from '../time/throttled.ts'
import { positions, serverNow } from './live.ts'
import { toSiteTime } from '../time/site-time.ts'
import { metresBetween } from '@vigil/contract/kernel/earth.ts'
import type { TrailPoint } from '../map/trail.tsx'

/** Milliseconds between two time marks of a trail. */
const markEvery = 3 * 60_000
/** Milliseconds between two points that are added live. */
const continueEvery = 1_000
/** Metres between two points that are drawn. */
const leastStep = 1

const timeOf = (siteTime: string): string => siteTime.slice(11, 19)
const secondsOf = (time: string): number => {
  const [h = 0, m = 0, s = 0] = time.split(':').map(Number)
  return h * 3600 + m * 60 + s
}

/** One mark for every three minutes of the clock, at the first point after them. */
export const marksOf = (points: readonly TrailPoint[]): TrailPoint[] => {
  const marks: TrailPoint[] = []
  let last = -1
  for (const point of points) {
    const stretch = Math.floor((secondsOf(point.time) * 1000) / markEvery)
    if (stretch === last) continue
    last = stretch
    marks.push(point)
  }
  return marks
}

export interface TrailView {
  readonly points: readonly TrailPoint[]
  readonly marks: readonly TrailPoint[]
  readonly loading: boolean
  readonly empty: boolean
}

/** Of which time a trail is. */
export interface TrailSpan {
  /** ms since 1970, or how many milliseconds it reaches back. */
  readonly from: number | { readonly back: number }
  /** ms since 1970; null: until now, and on as long as it is shown. */
  readonly to: number | null
}

const firstOf = ({ from }: TrailSpan, now: number): number => (typeof from === 'number' ? from : now - from.back)

/** Where one thing was: asked for once (a look-up is journalled), then continued from the live link. Keep the span the same object. */
export const useTrail = (object: LiveObject | null, span: TrailSpan | null): TrailView => {
  const [asked, setAsked] = useState<{
    readonly startTime: string
    readonly endTime: string
    readonly goesOn: boolean
  } | null>(null)
  const [live, setLive] = useState<readonly TrailPoint[]>([])
  const id = object?.id
  useEffect(() => {
    setLive([])
    const now = serverNow()
    const ends = span && { startTime: toSiteTime(firstOf(span, now)), endTime: toSiteTime(span.to ?? now) }
    setAsked(ends && id !== undefined ? { ...ends, goesOn: span?.to === null } : null)
  }, [id, span])

  const answer = useCall(
    positionCalls.listHisGpsByDevId,
    {
      deviceType: object?.deviceType ?? 'hat',
      deviceId: object?.deviceId ?? '',
      startTime: asked?.startTime ?? '',
      endTime: asked?.endTime ?? '',
      sort: 'fixTime',
    },
    { enabled: asked !== null && object !== null, staleTime: Infinity },
  )

  useEffect(() => {
    if (id === undefined || asked?.goesOn !== true) return undefined
    const { call, cancel } = throttled(() => {
      const slot = positions.slotOf(id)
      const sighting = slot === undefined ? null : positions.sighting(slot)
      if (!sighting) return
      const point: TrailPoint = { lng: sighting.lng, lat: sighting.lat, time: timeOf(toSiteTime(sighting.fixAt)) }
      setLive((points) => {
        const last = points.at(-1)
        if (last && metresBetween([last.lng, last.lat], [point.lng, point.lat]) < leastStep) return points
        return [...points, point]
      })
    }, continueEvery)
    call()
    const leave = positions.subscribe(call)
    return () => {
      leave()
      cancel()
    }
  }, [id, asked])

  const points = useMemo(() => {
    if (asked === null || !answer.data) return []
    return [...whole(answer.data).map(({ lng, lat, fixTime }) => ({ lng, lat, time: timeOf(fixTime) })), ...live]
  }, [asked, answer.data, live])
  const marks = useMemo(() => marksOf(points), [points])
  return { points, marks, loading: answer.isFetching, empty: answer.isSuccess && points.length < 2 }
}
