import { z } from 'zod'
import { call, noData, nothing } from '../kernel/call.ts'
import { listing } from '../kernel/listings.ts'
import { deptNounCalls } from '../kernel/noun.ts'
import { day, deleteCall, id, listCall, requiredName, requiredText as required } from '../kernel/shapes.ts'
import type { Needs } from '../kernel/call.ts'
import { beacon } from './beacon.ts'
import { loraGateway } from './lora-gateway.ts'
import { mapObjectCalls } from './map-objects.ts'
import { deviceKey, keyBinding } from './device-key.ts'
import { receipt } from './command.ts'
import { clockSkew, deviceType, unknownDevice } from './entities.ts'
import { hat } from './hat.ts'
import { badge } from './badge.ts'
import { binding } from './binding.ts'
import { car } from './car.ts'
import { askedParameters, terminalAnswer, terminalSettings } from './terminal-parameter.ts'

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
  ...deptNounCalls('BsHat', '/bs/bsHat', hat, { sees: seesHats, edits: editsHats }),
  ...mapObjectCalls('BsHat', '/bs/bsHat', hat, seesHats),
  testBsHatById: call({
    path: '/bs/bsHat/testBsHatById',
    describe: {
      zh: '给一顶安全帽发送测试消息，最多等待十秒；返回发送结果',
      en: 'Send a test message to one helmet, within ten seconds; what became of it',
    },
    needs: { anyOf: ['hatInterfaceMgmt:edit'] },
    body: z.object({ id, message: required(120) }),
    data: z.object({ receipt: receipt.schema }),
    codes: ['notFound'],
  }),
  ...deptNounCalls('BsBadge', '/bs/bsBadge', badge, { sees: seesBadges, edits: editsBadges }),
  ...mapObjectCalls('BsBadge', '/bs/bsBadge', badge, seesBadges),
  ...deptNounCalls('BsCar', '/bs/bsCar', car, { sees: seesCars, edits: editsCars }),
  readBsCarTerminalById: call({
    path: '/bs/bsCar/readBsCarTerminalById',
    describe: {
      zh: '读取车载终端的参数：全部，或所给编号（如 0x0029）的参数；最多等待十秒',
      en: 'Ask the terminal of a vehicle for its parameters: all, or those of the given numbers such as 0x0029; within ten seconds',
    },
    needs: editsCars,
    body: z.object({ id, parameterIds: askedParameters }),
    data: terminalAnswer,
    codes: ['notFound'],
  }),
  setBsCarTerminalById: call({
    path: '/bs/bsCar/setBsCarTerminalById',
    describe: {
      zh: '设置车载终端的参数，最多等待十秒；返回终端的应答',
      en: 'Set parameters of the terminal of a vehicle, within ten seconds; what the terminal said',
    },
    needs: editsCars,
    body: terminalSettings,
    data: terminalAnswer.omit({ parameters: true }),
    codes: ['notFound'],
  }),

  listBindingByCondition: listing(
    ['binding', 'hat', 'badge', 'car', 'user'],
    listCall({
      path: '/bs/bsDevice/listBindingByCondition',
      describe: {
        zh: '设备佩戴历史：某台设备、某个人或某一天',
        en: 'Wearer history of a device, of a person or of a day',
      },
      needs: { anyOf: ['hatMgmt', 'badgeMgmt', 'carMgmt', 'userMgmt', 'trackHisMgmt'] },
      filter: {
        deviceType: deviceType.schema.optional(),
        /** The record's id. */
        id: id.optional(),
        userId: id.optional(),
        day: day.optional(),
      },
      item: binding,
    }),
  ),

  listUnknownDeviceAll: listing(
    ['unknownDevice', 'hat', 'badge', 'car'],
    listCall({
      path: '/bs/bsDevice/listUnknownDeviceAll',
      describe: { zh: '未登记设备', en: 'Unregistered devices that have reported' },
      needs: { anyOf: ['hatMgmt', 'badgeMgmt', 'carMgmt'] },
      filter: {},
      item: unknownDevice,
    }),
  ),
  listClockSkewAll: listing(
    ['clockSkew', 'hat', 'badge', 'car'],
    listCall({
      path: '/bs/bsDevice/listClockSkewAll',
      describe: {
        zh: '时钟异常：时间超前五分钟以上、定位被搁置的设备',
        en: 'Devices whose positions are not recorded because their clock is more than five minutes ahead',
      },
      needs: { anyOf: ['hatMgmt', 'badgeMgmt', 'carMgmt'] },
      filter: {},
      item: clockSkew,
    }),
  ),
  adoptUnknownDevice: call({
    path: '/bs/bsDevice/adoptUnknownDevice',
    describe: { zh: '登记一台未登记设备', en: 'Register an unregistered device' },
    needs: { anyOf: ['hatMgmt:edit', 'badgeMgmt:edit', 'carMgmt:edit'] },
    body: z.object({ deviceType: deviceType.schema, deviceId: required(64), name: requiredName(64) }),
    data: z.object({ id: z.string() }),
    codes: ['notFound', 'notUnique'],
  }),

  listDeviceKeyAll: listing(
    ['deviceKey'],
    listCall({
      path: '/sys/sysDeviceKey/listDeviceKeyAll',
      describe: { zh: '设备密钥（不含密钥本身）', en: 'Device keys, without the keys themselves' },
      needs: { anyOf: ['siteMgmt'] },
      reads: 'privately',
      filter: {},
      item: deviceKey,
    }),
  ),
  saveDeviceKey: call({
    path: '/sys/sysDeviceKey/saveDeviceKey',
    describe: {
      zh: '新建设备密钥，可限定设备类型、部门、网关或一台设备；密钥只显示这一次',
      en: 'Create a device key, valid for device types, departments, a gateway or one device; the key is shown only this once',
    },
    needs: { anyOf: ['siteMgmt:edit'] },
    body: keyBinding.extend({ name: requiredName(64) }),
    data: z.object({ id: z.string(), key: z.string() }),
    codes: ['notFound'],
  }),
  bindDeviceKeyById: call({
    path: '/sys/sysDeviceKey/bindDeviceKeyById',
    describe: { zh: '修改设备密钥的适用范围，立即生效', en: 'Change what a device key is valid for; takes effect at once' },
    needs: { anyOf: ['siteMgmt:edit'] },
    body: keyBinding.extend({ id }),
    data: noData,
    codes: ['notFound'],
  }),
  rotateDeviceKeyById: call({
    path: '/sys/sysDeviceKey/rotateDeviceKeyById',
    describe: {
      zh: '更换设备密钥：同名新密钥只显示这一次，旧密钥立即或在 60、1440 分钟后失效',
      en: 'Replace a device key by a new one of the same name, shown only this once; the old one expires at once, or after 60 or 1440 minutes',
    },
    needs: { anyOf: ['siteMgmt:edit'] },
    body: z.object({
      id,
      /** For how many minutes the old key still holds. */
      minutes: z.literal([0, 60, 1_440]).default(0),
    }),
    data: z.object({ id: z.string(), key: z.string() }),
    codes: ['notFound'],
  }),
  revokeDeviceKeyById: deleteCall(
    '/sys/sysDeviceKey/deleteDeviceKeyById',
    { zh: '吊销设备密钥', en: 'Revoke a device key' },
    { anyOf: ['siteMgmt:edit'] },
  ),

  ...deptNounCalls('BsLoraGate', '/bs/bsLoraGate', loraGateway, { sees: seesGateways, edits: editsGateways }),
  ...mapObjectCalls('BsLoraGate', '/bs/bsLoraGate', loraGateway, seesGateways),

  mapBsBeaconMinorAll: call({
    path: '/bs/bsBeacon/mapBsBeaconMinorAll',
    describe: { zh: '按 minor 索引的信标', en: 'Beacons by minor' },
    needs: seesBeacons,
    reads: true,
    body: nothing,
    data: z.record(z.string(), beacon.record),
  }),
  ...deptNounCalls('BsBeacon', '/bs/bsBeacon', beacon, { sees: seesBeacons, edits: editsBeacons }),
  ...mapObjectCalls('BsBeacon', '/bs/bsBeacon', beacon, seesBeacons),
  listBsBeaconByRegionAndFloor: listCall({
    path: '/bs/bsBeacon/listBsBeaconByRegionAndFloor',
    describe: { zh: '建筑某层的信标', en: 'The beacons on a floor of a building' },
    needs: seesBeacons,
    filter: { regionId: id, floor: z.number().int().min(-20).max(200).optional() },
    item: beacon.record,
  }),
}
