import { broadcastCalls } from '@vigil/contract/broadcasts/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { dictionaryCalls } from '@vigil/contract/dictionary/calls.ts'
import { gateControlCalls } from '@vigil/contract/gatecontrol/calls.ts'
import { gateCalls } from '@vigil/contract/gates/calls.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { indoorCalls } from '@vigil/contract/indoor/calls.ts'
import { pushingCalls } from '@vigil/contract/pushing/calls.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { videoCalls } from '@vigil/contract/video/calls.ts'
import { channelOf } from './checkpoints/gate-device.ts'
import {
  barrierGates,
  beacons,
  broadcasts,
  buildings,
  cameras,
  dictionaries,
  firmwares,
  hazards,
  loraGateways,
  speedCameras,
} from './equipment.ts'
import type { Login } from './links/digest.ts'
import { forEach, idOf, type Ask, type Ids } from './seeding.ts'
import type { Metres } from './world/geometry.ts'
import { toLngLat } from './world/plan.ts'

const placed = (at: Metres): { lng: number; lat: number } => {
  const [lng, lat] = toLngLat(at)
  return { lng, lat }
}

/** By the names of gates and cameras what they prove with who they are. */
export type PushLogins = ReadonlyMap<string, Login>

/** Everything that stands still, and the words that the site keeps; answers the logins of what pushes. */
export const saveEquipment = async (ask: Ask, departments: Ids, areas: Ids, gatePort: number | null): Promise<PushLogins> => {
  const logins = new Map<string, Login>()
  const deptId = (record: { readonly department: string }): string => idOf(departments, record.department)

  const regions = new Map<string, string>()
  for (const building of buildings) {
    const { name, code } = building
    const [x, y] = beacons.find((beacon) => beacon.building === name)?.at ?? [0, 0]
    const { id } = await ask(indoorCalls.saveBsBuilding, { name, code, deptId: deptId(building), ...placed([x, y]) })
    regions.set(name, id)
    for (const floor of building.floors) await ask(indoorCalls.saveBsFloor, { pid: id, ...floor })
  }
  await forEach(beacons, async (beacon) => {
    const { name, minor, type, floor, x, y, at, building } = beacon
    const regionId = building === null ? null : idOf(regions, building)
    const body = { name, minor, type, floor, x, y, regionId, major: 1, txPower: -59, deptId: deptId(beacon), ...placed(at) }
    await ask(deviceCalls.saveBsBeacon, body)
  })
  await forEach(loraGateways, async (gateway) => {
    const { name, gatewayEui, ip, height, at } = gateway
    await ask(deviceCalls.saveBsLoraGate, { name, gatewayEui, ip, height, deptId: deptId(gateway), ...placed(at) })
  })
  const views = new Map<string, string>()
  await forEach(cameras, async (camera) => {
    const { name, gbDeviceId, ptzType, area, at, heading } = camera
    const { id } = await ask(videoCalls.saveBsCamera, {
      name,
      gbDeviceId,
      ptzType,
      heading,
      fov: ptzType === 1 ? 65 : 90,
      range: ptzType === 1 ? 120 : 60,
      areaId: area === null ? null : idOf(areas, area),
      deptId: deptId(camera),
      ...placed(at),
    })
    views.set(name, id)
  })
  await forEach(barrierGates, async (gate) => {
    const { name, code, kind, direction, ip, laneNo, camera, at, make } = gate
    const cameraId = idOf(views, camera)
    const { id } = await ask(gateCalls.saveBsBarrierGate, {
      name,
      code,
      kind,
      direction,
      ip,
      laneNo,
      cameraId,
      deptId: deptId(gate),
      ...placed(at),
    })
    const login = await ask(pushingCalls.renewBsBarrierGatePushLogin, { id })
    logins.set(name, login)
    // It lets itself be told something by whoever knows what it proves itself with.
    if (gatePort !== null) {
      const device = { scheme: 'http', host: '127.0.0.1', port: gatePort, channel: channelOf(name) } as const
      const { userName, password } = login
      await ask(gateControlCalls.saveBsBarrierGateControl, { id, make, ...device, userName, password })
    }
  })
  await forEach(speedCameras, async (point) => {
    const { name, ip, place, limit, direction, camera, screen, at } = point
    const linkedCameraId = idOf(views, camera)
    const { id } = await ask(trafficCalls.saveBsSpeedOver, {
      name,
      ip,
      place,
      limit,
      direction,
      linkedCameraId,
      linkedScreen: screen,
      deptId: deptId(point),
      ...placed(at),
    })
    logins.set(name, await ask(pushingCalls.renewBsSpeedOverPushLogin, { id }))
  })
  await forEach(hazards, async ({ department, area, at, riskFactor, ...hazard }) => {
    await ask(hazardCalls.saveBsHazardPoint, {
      ...hazard,
      riskFactor: riskFactor as 'burn',
      areaId: areas.get(area) ?? null,
      deptId: idOf(departments, department),
      ...placed(at),
    })
  })
  for (const broadcast of broadcasts) await ask(broadcastCalls.saveBsBroadcast, broadcast)
  for (const firmware of firmwares) await ask(siteCalls.saveVersion, firmware)
  await saveDictionaries(ask)
  return logins
}

const saveDictionaries = async (ask: Ask): Promise<void> => {
  type Words = readonly (readonly [code: string, name: string])[]
  const save = async (pid: string | null, sort: number, { code, name, items }: { code: string; name: string; items: Words }) => {
    const { id } = await ask(dictionaryCalls.saveDict, { pid, code, name, sort })
    for (const [at, [item, word]] of items.entries())
      await ask(dictionaryCalls.saveDictItem, { pid: id, code: item, name: word, des: word, sort: at })
    return id
  }
  for (const [sort, dictionary] of dictionaries.entries()) {
    const id = await save(null, sort + 1, dictionary)
    for (const [at, below] of dictionary.below.entries()) await save(id, at, below)
  }
}
