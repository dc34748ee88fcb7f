import { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { speedCamera } from '@vigil/contract/traffic/speed-camera.ts'
import { createKeeper, deptNounHandlers } from '../../kernel/keeper.ts'
import { kept } from '../../kernel/kept-noun.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { mapObjectHandlers } from '../../kernel/map-objects.ts'
import { declareModule, type Module } from '../../kernel/module.ts'
import { served } from '../../kernel/serve.ts'

export type { PlaceOfPasses, PushedPicture, VehicleSighting } from './sighting.ts'

/** Places where the speed of vehicles is measured. */
const createTraffic = (kernel: Kernel): Module => {
  const speedCameras = createKeeper(kernel, {
    noun: speedCamera,
    module: 'traffic',
    table: 'speed_camera',
    unique: { speed_camera_ip: 'ip' },
  })
  return {
    served: served(trafficCalls, {
      ...deptNounHandlers('BsSpeedOver', speedCameras),
      ...mapObjectHandlers('BsSpeedOver', speedCameras, ({ ip, name, lastSeen }) => ({
        deviceId: ip,
        name,
        online: false,
        time: lastSeen,
      })),
    }),
    nouns: [kept(speedCameras)],
  }
}

export const domain = declareModule({ name: 'traffic', create: createTraffic })
