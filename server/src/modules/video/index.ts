import { videoCalls } from '@vigil/contract/video/calls.ts'
import { camera } from '@vigil/contract/video/camera.ts'
import { createKeeper, deptNounHandlers } from '../../kernel/keeper.ts'
import { kept } from '../../kernel/kept-noun.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { mapObjectHandlers } from '../../kernel/map-objects.ts'
import { declareModule, type Module } from '../../kernel/module.ts'
import { served } from '../../kernel/serve.ts'

/** Cameras. */
const createVideo = (kernel: Kernel): Module => {
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
    }),
    nouns: [kept(cameras)],
  }
}

export const domain = declareModule({
  name: 'video',
  create: createVideo,
  references: {
    camera: { table: 'camera', name: 'name', dept: 'dept_id', word: { zh: '摄像机', en: 'The camera' }, number: 'gb_device_id' },
  },
})
