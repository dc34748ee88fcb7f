/** One report as it is written: times in ms since 1970. */
export interface PositionRow {
  readonly deviceId: number
  readonly kind: number
  readonly fixTime: number
  readonly recvTime: number
  readonly lng: number
  readonly lat: number
  readonly alt: number | null
  readonly accuracy: number | null
  readonly speed: number | null
  readonly course: number | null
  readonly temperature: number | null
  readonly floor: number | null
  readonly battery: number | null
}

/** One report of a known device as it is read back. */
export interface StoredFix extends Omit<PositionRow, 'deviceId'> {
  /** Received long after it was measured. */
  readonly late: boolean
}

/** What of it a track is drawn from. */
export type TrackFix = Pick<
  StoredFix,
  'fixTime' | 'recvTime' | 'kind' | 'lng' | 'lat' | 'speed' | 'course' | 'accuracy' | 'floor'
>

/** When somebody was there, ms since 1970: a clock that is ahead makes no fix newer than its receipt. */
export const seenAt = ({ fixTime, recvTime }: Pick<PositionRow, 'fixTime' | 'recvTime'>): number => Math.min(fixTime, recvTime)

/** Whether one report of a device saw it later than another: a clock that is set right hides nothing behind what it said while it was ahead. */
export const isNewer = (
  one: Pick<PositionRow, 'fixTime' | 'recvTime'>,
  other: Pick<PositionRow, 'fixTime' | 'recvTime'>,
): boolean => {
  const [seen, otherSeen] = [seenAt(one), seenAt(other)]
  return seen > otherSeen || (seen === otherSeen && one.fixTime > other.fixTime)
}

/** Of two reports of one device that are alike in time and kind, the second is the first again. */
export const keyOfFix = ({ fixTime, kind }: Pick<StoredFix, 'fixTime' | 'kind'>): string => `${fixTime}:${kind}`

export const hourMs = 3_600_000
/** The full hour, UTC, that an instant belongs to. */
export const hourOf = (time: number): number => Math.floor(time / hourMs) * hourMs
export const dayMs = 24 * hourMs
/** Likewise the day. */
export const dayOf = (time: number): number => Math.floor(time / dayMs) * dayMs

/** By time, then kind: what was said first of two that are one report stays. */
export const mergeFixes = <Fix extends Pick<StoredFix, 'fixTime' | 'kind'>>(
  first: readonly Fix[],
  more: readonly Fix[],
): Fix[] => {
  const known = new Set(first.map(keyOfFix))
  return [...first, ...more.filter((fix) => !known.has(keyOfFix(fix)))].sort((a, b) => a.fixTime - b.fixTime || a.kind - b.kind)
}
