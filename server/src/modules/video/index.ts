import { videoCalls } from '@vigil/contract/video/calls.ts'
import { camera } from '@vigil/contract/video/camera.ts'
import { createKeeper, deptNounHandlers } from '../../kernel/keeper.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { mapObjectHandlers } from '../../kernel/map-objects.ts'
import { notAvailableYet, served } from '../../kernel/serve.ts'
import { sheetOf, type NounModule } from '../../kernel/sheet-noun.ts'

/** Cameras. */
export const createVideo = (kernel: Kernel): NounModule => {
  const cameras = createKeeper(kernel, {
    noun: camera,
    module: 'video',
    table: 'camera',
    unique: { camera_gb_device_id: 'gbDeviceId' },
  })
  return {
    served: served(videoCalls, {
      ...deptNounHandlers('BsCamera', cameras),
      ...mapObjectHandlers('BsCamera', cameras, ({ gbDeviceId, name, online, lastSeen }) => ({
        deviceId: gbDeviceId,
        name,
        online: online === 1,
        time: lastSeen,
      })),
      listVideoConfigServerAll: notAvailableYet,
      saveVideoConfigServer: notAvailableYet,
      deleteVideoConfigServerById: notAvailableYet,
      listVideoConfigSipAll: notAvailableYet,
      saveVideoConfigSip: notAvailableYet,
      deleteVideoConfigSipById: notAvailableYet,
      listVideoConfigStreamAll: notAvailableYet,
      saveVideoConfigStream: notAvailableYet,
      deleteVideoConfigStreamById: notAvailableYet,
      listRecordDayByCameraId: notAvailableYet,
      listRecordByCameraId: notAvailableYet,
      openRecord: notAvailableYet,
    }),
    sheets: [sheetOf(cameras)],
  }
}
