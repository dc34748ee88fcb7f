import { beacon as noun } from '@vigil/contract/devices/beacon.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { CallRefused } from '@vigil/contract/kernel/client.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { client } from '../../../shared/api/client.ts'
import { failureText } from '../../../shared/api/failure.ts'
import { invalidate } from '../../../shared/api/queries.ts'
import { bodyOf, draftOf } from '../../../shared/form/draft.ts'
import { translate } from '../../../shared/i18n/texts.ts'
import { notify } from '../../../shared/notices/notices.ts'
import { isUnbinding, type Beacon, type BeaconPlace } from './bound.ts'
import { placeTexts } from './texts.ts'

/** Milliseconds after the last arrow key when the place is saved. */
const pause = 600

/** As the form of a beacon sends it. */
type SavedBody = Parameters<typeof client.ask<typeof deviceCalls.saveBsBeacon>>[1]
const savedBody = (record: Beacon, place: BeaconPlace): SavedBody =>
  bodyOf(noun.fields, { ...draftOf(noun.fields, record), ...place }, record) as unknown as SavedBody

const placeIn = ({ lng, lat, regionId, floor, x, y }: Beacon): BeaconPlace => ({ lng, lat, regionId, floor, x, y })

interface Pending {
  readonly beacon: Beacon
  readonly place: BeaconPlace
}

/** Binds beacons to places, each at once with its version; the last binding can be taken back. */
export const useBinding = () => {
  const [pending, setPending] = useState<Pending | null>(null)
  /** What the server answered, until the list knows it too. */
  const [answered, setAnswered] = useState<ReadonlyMap<string, Beacon>>(new Map())
  const [undoable, setUndoable] = useState<{ readonly before: Beacon; readonly after: Beacon } | null>(null)
  const waiting = useRef<Pending | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const newest = useRef(new Map<string, Beacon>())
  const sending = useRef<Promise<void>>(Promise.resolve())

  const send = useCallback(async (sent: Pending, undoes = false): Promise<void> => {
    const { beacon, place } = sent
    const t = translate(placeTexts)
    const known = newest.current.get(beacon.id)
    const before = known && known.version > beacon.version ? known : beacon
    try {
      const after = await client.ask(deviceCalls.saveBsBeacon, savedBody(before, place))
      newest.current.set(after.id, after)
      setAnswered(new Map(newest.current))
      setUndoable(undoes ? null : { before, after })
      notify.success(t(undoes ? 'undone' : isUnbinding(place) ? 'unbound' : 'bound', { name: after.name }))
    } catch (error) {
      if (!(error instanceof CallRefused)) notify.error(failureText(error))
      else if (error.code === codes.conflict.code) notify.warning(t('conflict', { name: before.name }))
      else notify.error(error.message)
      newest.current.delete(beacon.id)
      setAnswered(new Map(newest.current))
    }
    invalidate(deviceCalls.listBsBeaconByDeptId, deviceCalls.listBsBeaconAll, deviceCalls.listBsBeaconByRegionAndFloor)
    // What is dragged or bound by now is another place, and stays under the pointer.
    setPending((shown) => (shown === sent ? null : shown))
  }, [])
  /** One after the other: each needs the version that the one before it made. */
  const queue = useCallback(
    (pendingOne: Pending, undoes = false): void => {
      const before = sending.current
      sending.current = (async () => {
        await before
        await send(pendingOne, undoes)
      })()
    },
    [send],
  )
  const flush = useCallback((): void => {
    clearTimeout(timer.current)
    const next = waiting.current
    waiting.current = null
    if (next) queue(next)
  }, [queue])
  useEffect(() => flush, [flush])

  return {
    /** A beacon as it stands now, what is on its way included. */
    present: (beacon: Beacon): Beacon => {
      const known = answered.get(beacon.id)
      const stored = known && known.version > beacon.version ? known : beacon
      return pending?.beacon.id === beacon.id ? { ...stored, ...pending.place } : stored
    },
    /** Shows a place without saving it: the mark is still dragged. */
    preview: (beacon: Beacon, place: BeaconPlace): void => setPending({ beacon, place }),
    /** Saves a place, now or when the keys rest. */
    bind: (beacon: Beacon, place: BeaconPlace, when: 'now' | 'soon' = 'now'): void => {
      if (waiting.current && waiting.current.beacon.id !== beacon.id) flush()
      const next = { beacon, place }
      setPending(next)
      waiting.current = next
      clearTimeout(timer.current)
      if (when === 'now') flush()
      else timer.current = setTimeout(flush, pause)
    },
    undo: undoable && (() => queue({ beacon: undoable.after, place: placeIn(undoable.before) }, true)),
  }
}
