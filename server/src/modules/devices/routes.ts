import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import type { DeviceType, mapObject } from '@vigil/contract/devices/entities.ts'
import type { z } from 'zod'
import { whole } from '@vigil/contract/kernel/client.ts'
import type { Page, Paging } from '@vigil/contract/kernel/shapes.ts'
import type { Asked } from '../../kernel/caller.ts'
import { deptNounHandlers } from '../../kernel/keeper.ts'
import type { Encoded } from '../../kernel/encoded.ts'
import { mapObjectHandlers } from '../../kernel/map-objects.ts'
import { served } from '../../kernel/serve.ts'
import type { DeviceService } from './service.ts'

/** Devices with their latest position, which the positions module knows. */
export type MapObjects = (
  kind: DeviceType,
  filter: { deptId?: string | undefined; recursive?: boolean } & Paging,
  asked: Asked,
) => Promise<Encoded<z.output<typeof mapObject>[] | Page<z.output<typeof mapObject>>>>

export const deviceRoutes = (devices: DeviceService, mapObjects: MapObjects) =>
  served(deviceCalls, {
    ...deptNounHandlers('BsHat', devices.hats),
    testBsHatById: (body, asked) => devices.test(body, asked),
    listBsHatObjectAll: (body, asked) => mapObjects('hat', body, asked),
    listBsHatObjectByDeptId: (body, asked) => mapObjects('hat', body, asked),
    ...deptNounHandlers('BsBadge', devices.badges),
    listBsBadgeObjectAll: (body, asked) => mapObjects('badge', body, asked),
    listBsBadgeObjectByDeptId: (body, asked) => mapObjects('badge', body, asked),
    ...deptNounHandlers('BsCar', devices.cars),
    readBsCarTerminalById: (body, asked) => devices.readTerminal(body, asked),
    setBsCarTerminalById: (body, asked) => devices.setTerminal(body, asked),
    listBindingByCondition: (body, asked) => devices.listBindings(body, asked),
    listUnknownDeviceAll: (body) => devices.listUnknown(body),
    listClockSkewAll: (body, asked) => devices.listClocks(body, asked),
    adoptUnknownDevice: async (body, asked) => ({ id: (await devices.adopt(body, asked)).id }),
    listDeviceKeyAll: (body, asked) => devices.keys.list(body, asked),
    saveDeviceKey: (body, asked) => devices.keys.create(body, asked),
    bindDeviceKeyById: (body, asked) => devices.keys.bind(body, asked),
    rotateDeviceKeyById: (body, asked) => devices.keys.rotate(body, asked),
    revokeDeviceKeyById: (body, asked) => devices.keys.revoke(body, asked),
    ...deptNounHandlers('BsLoraGate', devices.loraGateways),
    ...mapObjectHandlers('BsLoraGate', devices.loraGateways, ({ name, gatewayEui, lastSeen }) => ({
      deviceId: gatewayEui,
      name,
      online: false,
      time: lastSeen,
    })),
    mapBsBeaconMinorAll: async (_, asked) => {
      const beacons = whole(await devices.beacons.list({}, asked))
      return Object.fromEntries(beacons.map((beacon) => [String(beacon.minor), beacon]))
    },
    ...deptNounHandlers('BsBeacon', devices.beacons),
    ...mapObjectHandlers('BsBeacon', devices.beacons, ({ minor, name, lastHeard }) => ({
      deviceId: String(minor),
      name,
      online: false,
      time: lastHeard,
    })),
    listBsBeaconByRegionAndFloor: devices.beacons.list,
  })
