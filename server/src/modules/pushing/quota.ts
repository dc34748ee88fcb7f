import { pushingSettings } from '@vigil/contract/pushing/settings.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { PictureKeeper, PlaceOfPasses, PushedPictures, TakePictures } from '../traffic/index.ts'
import type { QuotaStore } from './quota.store.ts'

const megabyte = 1 << 20
/** Days for which it is known how devices stood. */
const daysKept = 7
const day = 86_400_000

/**
 * Holds what devices push of pictures against what the site allows each of them a day. A push is kept with all of its pictures or with none:
 * what was seen is stored in any case, and says which.
 */
export const createPushQuota = ({ settings, clock, log }: Pick<Kernel, 'settings' | 'clock' | 'log'>, store: QuotaStore) => {
  const most = (): number => settings.get(pushingSettings.pushPictureMb) * megabyte
  const today = (): string => clock.toWire(new Date(clock.now())).slice(0, 10)

  /** Looked at before anything is written: one that is full writes nothing. */
  const hasRoom = async (place: PlaceOfPasses, bytes: number): Promise<boolean> => {
    const limit = most()
    if (limit === 0 || bytes === 0) return true
    const known = await store.dayOf(place, today())
    return known.fullMost !== limit && known.bytes + bytes <= limit
  }

  const write = async (keeper: PictureKeeper, { place, deptId, pictures }: PushedPictures) => {
    let isFailed = false
    const ids: string[] = []
    for (const picture of pictures)
      try {
        ids.push(picture === null ? '' : await keeper.capture(picture, deptId))
      } catch (error) {
        // What was seen is told of with or without a picture.
        log.error(
          { err: error, place: place.place },
          'a picture that a device pushed could not be kept; its record is, without it',
        )
        isFailed = true
        ids.push('')
      }
    return { ids, isFailed }
  }

  const take: TakePictures = async (keeper, push) => {
    const { place, pictures } = push
    const bytes = pictures.reduce((sum, picture) => sum + (picture?.bytes.length ?? 0), 0)
    const isRoom = await hasRoom(place, bytes)
    const none = pictures.map(() => '')
    const { ids, isFailed } = isRoom ? await write(keeper, push) : { ids: none, isFailed: false }
    const written = ids.filter((id) => id !== '')
    let isKept = false
    let isFirstOut = false
    return {
      settle: async (trx) => {
        const limit = most()
        const isWritten = written.length > 0
        isKept = isWritten
        // Nothing to count: there are none, they may be as many as they like, or the disk took none.
        if (bytes === 0 || limit === 0 || (isRoom && !isWritten))
          return { ids, lost: isFailed ? 'failed' : isRoom ? '' : 'quota' }
        const added = await store.add(trx, place, today(), { bytes, most: limit, isWritten })
        isKept = added.fits
        ;({ isFirstOut } = added)
        return isKept ? { ids, lost: isFailed ? 'failed' : '' } : { ids: none, lost: 'quota' }
      },
      finish: async (isStored) => {
        if (isStored && isFirstOut)
          log.warn(
            { place: place.place, kind: place.kind, id: place.id, most: most() },
            'a device has pushed as many bytes of pictures as it may today: what follows is stored without pictures',
          )
        if (!(isStored && isKept) && written.length > 0) await keeper.dropCaptures(written)
      },
    }
  }

  return {
    take,
    /** How a device stands today; in the words of the call that tells it. */
    get: async (place: PlaceOfPasses) => {
      const limit = most()
      const { bytes, fullSince, fullMost, leftOut } = await store.dayOf(place, today())
      return { bytes, most: limit, fullSince: clock.toWireOrNull(fullMost === limit ? fullSince : null), leftOut }
    },
    forgetOld: () => store.forgetBefore(clock.toWire(new Date(clock.now() - daysKept * day)).slice(0, 10)),
  }
}
