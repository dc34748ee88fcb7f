import type { Kernel } from '../../kernel/kernel.ts'
import type { DeviceService } from '../devices/index.ts'
import type { TrackStore } from './tracks.store.ts'

const day = 86_400_000

/** Where devices were while somebody wore them, the oldest first of each; `kind` as reports have it (4, 5: calls for help). */
export const createPositionsOfPerson = (
  { clock }: Pick<Kernel, 'clock'>,
  { wornBy }: Pick<DeviceService['wearers'], 'wornBy'>,
  { walk }: Pick<TrackStore, 'walk'>,
) =>
  async function* (personId: string) {
    for (const { deviceId, code, from, until } of await wornBy(personId)) {
      for await (const fixes of walk(deviceId, from.getTime(), until?.getTime() ?? clock.now() + day)) {
        yield fixes.map(({ kind, fixTime, lng, lat, floor }) => ({
          deviceCode: code,
          time: clock.toWire(fixTime),
          kind,
          lng,
          lat,
          floor,
        }))
      }
    }
  }
