import type { LiveObject } from '@vigil/contract/positions/entities.ts'
import type { Site } from '@vigil/contract/site/settings.ts'
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { useDirectoryRevision, useObject } from '../../shared/live/hooks.ts'
import { positions } from '../../shared/live/live.ts'
import { deviceKey } from '../../shared/moving/position-store.ts'
import { closeZoom, type Stage } from '../../shared/map/map-view.tsx'
import type { MovingHandle } from '../../shared/map/moving-objects.tsx'
import { useQueryChange } from '../../shared/routes/use-query-change.ts'
import type { MapAddress } from './address.ts'
import { useAlarmInAddress } from './use-alarm-in-address.ts'

interface Place {
  readonly lng: number
  readonly lat: number
}

interface Ground {
  readonly address: MapAddress
  readonly site: Pick<Site, 'defaultLng' | 'defaultLat'>
  readonly stage: RefObject<Stage | null>
  readonly moving: RefObject<MovingHandle | null>
}

/** The thing that is looked at, and what is shown of it. */
export interface Selection {
  /** Null where the address names none, or one that the directory does not know. */
  readonly id: number | null
  readonly object: LiveObject | null
  readonly hasPosition: boolean
  /** A place that the address names. */
  readonly pinned: Place | null
  readonly following: boolean
  readonly follow: (following: boolean) => void
  readonly trail: boolean
  readonly showTrail: (shown: boolean) => void
  /** The address asked for the way that led there: it is to be in sight whole, once. */
  readonly trailWanted: boolean
  readonly trailSeen: () => void
  readonly select: (id: number | null, fly: boolean) => void
  readonly fly: () => void
  /** The map is ready: it goes to what the address names. */
  readonly begin: (stage: Stage) => void
}

/** The address names the selected thing; its id is known once the directory came, and the map goes where it is. */
export const useSelection = ({ address, site, stage, moving }: Ground): Selection => {
  const directory = useDirectoryRevision()
  const change = useQueryChange()
  const [following, follow] = useState(false)
  const [trail, showTrail] = useState(false)
  const [trailWanted, wantTrail] = useState(false)
  const slot = address.object === null ? undefined : positions.slotOfDevice(address.object)
  const id = slot === undefined ? null : (positions.ids[slot] ?? null)
  /** The thing that the map has already gone to; the one a link was opened with keeps the link's own view. */
  const reached = useRef(address.at ? address.object : null)

  const placeOf = useCallback(
    (thing: number): readonly [number, number] => moving.current?.whereIs(thing) ?? [site.defaultLng, site.defaultLat],
    [moving, site.defaultLng, site.defaultLat],
  )
  const select = useCallback(
    (next: number | null, fly: boolean): void => {
      const nextSlot = next === null ? undefined : positions.slotOf(next)
      const object = nextSlot === undefined ? null : positions.object(nextSlot)
      const key = object ? deviceKey(object) : null
      if (!fly) reached.current = key
      else if (key === reached.current && next !== null) stage.current?.flyTo(...placeOf(next))
      follow(false)
      showTrail(false)
      wantTrail(false)
      change({ object: key, alarm: null })
    },
    [stage, change, placeOf],
  )
  useEffect(() => {
    if (address.object === null) reached.current = null
    if (id === null || address.object === reached.current || !stage.current) return
    reached.current = address.object
    stage.current.flyTo(...placeOf(id))
  }, [address.object, id, directory, stage, placeOf])

  // The address asks for it once; from then on the card's own button shows and hides it.
  useEffect(() => {
    if (!address.trail || id === null) return
    showTrail(true)
    wantTrail(true)
    change({ trail: null })
  }, [address.trail, id, change])

  const forgetReached = useCallback((): void => {
    reached.current = null
  }, [])
  useAlarmInAddress(address.alarm, directory, forgetReached)

  const [pinned, setPinned] = useState(address.point)
  useEffect(() => {
    if (!address.point) return
    setPinned(address.point)
    stage.current?.flyTo(address.point.lng, address.point.lat, closeZoom)
  }, [address.point, stage])

  return {
    id,
    object: useObject(id),
    hasPosition: slot !== undefined && positions.hasPosition(slot),
    pinned,
    following,
    follow,
    trail,
    showTrail,
    trailWanted,
    trailSeen: useCallback(() => wantTrail(false), []),
    select,
    fly: () => {
      if (id !== null) stage.current?.flyTo(...placeOf(id))
    },
    begin: (ready) => {
      if (address.point) ready.flyTo(address.point.lng, address.point.lat, closeZoom)
      else if (id !== null && address.object !== reached.current) {
        reached.current = address.object
        ready.flyTo(...placeOf(id))
      }
    },
  }
}
