import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import type { DeviceType, mapObject } from '@vigil/contract/devices/entities.ts'
import type { z } from 'zod'
import type { Paging } from '@vigil/contract/kernel/shapes.ts'
import type { Asked } from '../../kernel/caller.ts'
import { deptNounHandlers } from '../../kernel/keeper.ts'
import { mapObjectHandlers } from '../../kernel/map-objects.ts'
import { notAvailableYet, served } from '../../kernel/serve.ts'
import type { DeviceService } from './service.ts'

/** Devices with their latest position, which the positions module knows. */
export type MapObjects = (
  kind: DeviceType,
  filter: { deptId?: string | undefined; recursive?: boolean } & Paging,
  asked: Asked,
) => Promise<z.output<typeof mapObject>[] | { list: z.output<typeof mapObject>[]; total: number }>

export const deviceRoutes = (devices: DeviceService, mapObjects: MapObjects) =>
  served(deviceCalls, {
    listBsHatAll: (body, asked) => devices.listHats(body, asked),
    listBsHatObjectAll: (body, asked) => mapObjects('hat', body, asked),
    listBsHatByDeptId: (body, asked) => devices.listHats(body, asked),
    listBsHatObjectByDeptId: (body, asked) => mapObjects('hat', body, asked),
    saveBsHat: (body, asked) => devices.saveHat(body, asked),
    deleteBsHatById: (body, asked) => devices.deleteHat(body, asked),
    listBsBadgeAll: (body, asked) => devices.listBadges(body, asked),
    listBsBadgeObjectAll: (body, asked) => mapObjects('badge', body, asked),
    listBsBadgeByDeptId: (body, asked) => devices.listBadges(body, asked),
    listBsBadgeObjectByDeptId: (body, asked) => mapObjects('badge', body, asked),
    saveBsBadge: (body, asked) => devices.saveBadge(body, asked),
    deleteBsBadgeById: (body, asked) => devices.deleteBadge(body, asked),
    listBsCarByDeptId: (body, asked) => devices.listCars(body, asked),
    saveBsCar: (body, asked) => devices.saveCar(body, asked),
    deleteBsCarById: (body, asked) => devices.deleteCar(body, asked),
    listUnknownDeviceAll: (body) => devices.listUnknown(body),
    adoptUnknownDevice: async (body, asked) => ({ id: (await devices.adopt(body, asked)).id }),
    listDeviceKeyAll: (body) => devices.listKeys(body),
    saveDeviceKey: (body, asked) => devices.createKey(body, asked),
    revokeDeviceKeyById: (body, asked) => devices.revokeKey(body, asked),
    ...deptNounHandlers('BsLoraGate', devices.loraGateways),
    ...mapObjectHandlers('BsLoraGate', devices.loraGateways, ({ name, gatewayEui, lastSeen }) => ({
      deviceId: gatewayEui,
      name,
      online: false,
      time: lastSeen,
    })),
    mapBsBeaconMinorAll: notAvailableYet,
    listBsBeaconObjectAll: notAvailableYet,
    listBsBeaconByDeptId: notAvailableYet,
    listBsBeaconObjectByDeptId: notAvailableYet,
    listBsBeaconByRegionAndFloor: notAvailableYet,
    saveBsBeacon: notAvailableYet,
    deleteBsBeaconById: notAvailableYet,
  })
