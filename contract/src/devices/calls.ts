import { z } from 'zod'
import { call } from '../kernel/call.ts'
import { deptNounCalls } from '../kernel/noun.ts'
import { byDepartment, deleteCall, listCall, plannedCall, requiredText as required, saveCall, time } from '../kernel/shapes.ts'
import type { Needs } from '../kernel/call.ts'
import { loraGateway } from './lora-gateway.ts'
import { mapObjectCalls } from './map-objects.ts'
import { badge, badgeFields, car, carFields, deviceType, hat, hatFields, mapObject, unknownDevice } from './entities.ts'

const seesHats: Needs = { anyOf: ['hatMgmt', 'trackRealMgmt', 'trackHisMgmt', 'hatOnlineListMgmt', 'hatInterfaceMgmt'] }
const editsHats: Needs = { anyOf: ['hatMgmt:edit'] }
const seesBadges: Needs = { anyOf: ['badgeMgmt', 'trackRealMgmt', 'trackHisMgmt'] }
const editsBadges: Needs = { anyOf: ['badgeMgmt:edit'] }
const seesBeacons: Needs = {
  anyOf: ['beaconMgmt', 'beaconLocationMgmt', 'trackRealMgmt', 'insideBuildingListMgmt', 'insideBuildingAreaMgmt'],
}
const editsBeacons: Needs = { anyOf: ['beaconMgmt:edit', 'beaconLocationMgmt:edit'] }
const seesGateways: Needs = { anyOf: ['loraGateMgmt', 'trackRealMgmt'] }
const editsGateways: Needs = { anyOf: ['loraGateMgmt:edit'] }
const seesCars: Needs = { anyOf: ['carMgmt', 'trackRealMgmt', 'trackHisMgmt'] }
const editsCars: Needs = { anyOf: ['carMgmt:edit'] }

export const deviceCalls = {
  listBsHatAll: listCall({
    path: '/bs/bsHat/listBsHatAll',
    describe: { zh: '全部安全帽', en: 'All helmets' },
    needs: seesHats,
    filter: {},
    item: hat,
  }),
  listBsHatObjectAll: listCall({
    path: '/bs/bsHat/listBsHatObjectAll',
    describe: { zh: '全部安全帽的地图对象', en: 'All helmets as map objects' },
    needs: seesHats,
    filter: {},
    item: mapObject,
  }),
  listBsHatByDeptId: listCall({
    path: '/bs/bsHat/listBsHatByDeptId',
    describe: { zh: '部门的安全帽', en: 'The helmets of a department' },
    needs: seesHats,
    filter: byDepartment,
    item: hat,
  }),
  listBsHatObjectByDeptId: listCall({
    path: '/bs/bsHat/listBsHatObjectByDeptId',
    describe: { zh: '部门安全帽的地图对象', en: 'The helmets of a department as map objects' },
    needs: seesHats,
    filter: byDepartment,
    item: mapObject,
  }),
  saveBsHat: saveCall({
    path: '/bs/bsHat/saveBsHat',
    describe: { zh: '新增或修改安全帽', en: 'Create or change a helmet' },
    needs: editsHats,
    fields: hatFields,
    record: hat,
  }),
  deleteBsHatById: deleteCall('/bs/bsHat/deleteBsHatById', { zh: '删除安全帽', en: 'Delete a helmet' }, editsHats),

  listBsBadgeAll: listCall({
    path: '/bs/bsBadge/listBsBadgeAll',
    describe: { zh: '全部工牌', en: 'All badges' },
    needs: seesBadges,
    filter: {},
    item: badge,
  }),
  listBsBadgeObjectAll: listCall({
    path: '/bs/bsBadge/listBsBadgeObjectAll',
    describe: { zh: '全部工牌的地图对象', en: 'All badges as map objects' },
    needs: seesBadges,
    filter: {},
    item: mapObject,
  }),
  listBsBadgeByDeptId: listCall({
    path: '/bs/bsBadge/listBsBadgeByDeptId',
    describe: { zh: '部门的工牌', en: 'The badges of a department' },
    needs: seesBadges,
    filter: byDepartment,
    item: badge,
  }),
  listBsBadgeObjectByDeptId: listCall({
    path: '/bs/bsBadge/listBsBadgeObjectByDeptId',
    describe: { zh: '部门工牌的地图对象', en: 'The badges of a department as map objects' },
    needs: seesBadges,
    filter: byDepartment,
    item: mapObject,
  }),
  saveBsBadge: saveCall({
    path: '/bs/bsBadge/saveBsBadge',
    describe: { zh: '新增或修改工牌', en: 'Create or change a badge' },
    needs: editsBadges,
    fields: badgeFields,
    record: badge,
  }),
  deleteBsBadgeById: deleteCall('/bs/bsBadge/deleteBsBadgeById', { zh: '删除工牌', en: 'Delete a badge' }, editsBadges),

  listBsCarByDeptId: listCall({
    path: '/bs/bsCar/listBsCarByDeptId',
    describe: { zh: '部门的车辆', en: 'The cars of a department' },
    needs: seesCars,
    filter: byDepartment,
    item: car,
  }),
  saveBsCar: saveCall({
    path: '/bs/bsCar/saveBsCar',
    describe: { zh: '新增或修改车辆', en: 'Create or change a car' },
    needs: editsCars,
    fields: carFields,
    record: car,
  }),
  deleteBsCarById: deleteCall('/bs/bsCar/deleteBsCarById', { zh: '删除车辆', en: 'Delete a car' }, editsCars),

  listUnknownDeviceAll: listCall({
    path: '/bs/bsDevice/listUnknownDeviceAll',
    describe: { zh: '未登记设备', en: 'Devices that reported without being registered' },
    needs: { anyOf: ['hatMgmt', 'badgeMgmt', 'carMgmt'] },
    filter: {},
    item: unknownDevice,
  }),
  adoptUnknownDevice: call({
    path: '/bs/bsDevice/adoptUnknownDevice',
    describe: { zh: '登记一台未登记设备', en: 'Register a device that reported' },
    needs: { anyOf: ['hatMgmt:edit', 'badgeMgmt:edit', 'carMgmt:edit'] },
    body: z.object({ deviceType: deviceType.schema, deviceId: required(64), name: required(64) }),
    data: z.object({ id: z.string() }),
    codes: ['notFound', 'notUnique'],
  }),

  listDeviceKeyAll: listCall({
    path: '/sys/sysDeviceKey/listDeviceKeyAll',
    describe: { zh: '设备密钥（不含密钥本身）', en: 'Device keys, without the keys themselves' },
    needs: { anyOf: ['siteMgmt'] },
    filter: {},
    item: z.object({
      id: z.string(),
      name: z.string(),
      hint: z.string(),
      createdAt: time,
      lastUsedAt: time.nullable(),
      revokedAt: time.nullable(),
    }),
  }),
  saveDeviceKey: call({
    path: '/sys/sysDeviceKey/saveDeviceKey',
    describe: { zh: '新建设备密钥，密钥只显示这一次', en: 'Make a device key; the key is shown this once' },
    needs: { anyOf: ['siteMgmt:edit'] },
    body: z.object({ name: required(64) }),
    data: z.object({ id: z.string(), key: z.string() }),
  }),
  revokeDeviceKeyById: deleteCall(
    '/sys/sysDeviceKey/deleteDeviceKeyById',
    { zh: '吊销设备密钥', en: 'Revoke a device key' },
    { anyOf: ['siteMgmt:edit'] },
  ),

  ...deptNounCalls('BsLoraGate', '/bs/bsLoraGate', loraGateway, { sees: seesGateways, edits: editsGateways }),
  ...mapObjectCalls('BsLoraGate', '/bs/bsLoraGate', loraGateway, seesGateways),

  mapBsBeaconMinorAll: plannedCall(
    '/bs/bsBeacon/mapBsBeaconMinorAll',
    { zh: '按 minor 索引的信标', en: 'Beacons by minor' },
    seesBeacons,
  ),
  listBsBeaconObjectAll: plannedCall(
    '/bs/bsBeacon/listBsBeaconObjectAll',
    { zh: '全部信标的地图对象', en: 'All beacons as map objects' },
    seesBeacons,
  ),
  listBsBeaconByDeptId: plannedCall(
    '/bs/bsBeacon/listBsBeaconByDeptId',
    { zh: '部门的信标', en: 'The beacons of a department' },
    seesBeacons,
  ),
  listBsBeaconObjectByDeptId: plannedCall(
    '/bs/bsBeacon/listBsBeaconObjectByDeptId',
    { zh: '部门信标的地图对象', en: 'The beacons of a department as map objects' },
    seesBeacons,
  ),
  listBsBeaconByRegionAndFloor: plannedCall(
    '/bs/bsBeacon/listBsBeaconByRegionAndFloor',
    { zh: '建筑某层的信标', en: 'The beacons on a floor of a building' },
    seesBeacons,
  ),
  saveBsBeacon: plannedCall('/bs/bsBeacon/saveBsBeacon', { zh: '新增或修改信标', en: 'Create or change a beacon' }, editsBeacons),
  deleteBsBeaconById: plannedCall('/bs/bsBeacon/deleteBsBeaconById', { zh: '删除信标', en: 'Delete a beacon' }, editsBeacons),
}
