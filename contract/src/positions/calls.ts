import { z } from 'zod'
import { alarmType } from '../alarms/types.ts'
import { call, noData, nothing, type Needs } from '../kernel/call.ts'
import { listing } from '../kernel/listings.ts'
import { listCall, plannedCall, requiredText, text, time } from '../kernel/shapes.ts'
import { deviceType } from '../devices/entities.ts'
import { helmetLiveRecord, position, trackedDevice } from './entities.ts'
import { point } from '../hazards/entities.ts'
import { knownBy, trackLimits } from './track-columns.ts'

const seesPositions: Needs = { anyOf: ['trackRealMgmt'] }
const seesIndoor: Needs = {
  anyOf: ['insideBuildingListMgmt', 'trackRealMgmt', 'cementMillView', 'preheaterView', 'coalMillView', 'inclinedChainView'],
}

const { sos, silent } = alarmType.code

export const positionCalls = {
  listRealGpsAll: call({
    path: '/zd/zdGps/listRealGpsAll',
    describe: { zh: '全部最新定位', en: 'The latest position of everything' },
    needs: seesPositions,
    reads: true,
    body: nothing,
    data: z.array(position),
  }),
  listHisGpsByDevId: listCall({
    path: '/zd/zdGps/listHisGpsByDevId',
    describe: {
      zh: '一台设备一段时间的轨迹，一次最多 7 天（查询记入日志）',
      en: 'The track of a device over a period, of seven days at most at a time; the query is logged',
    },
    needs: { anyOf: ['trackRealMgmt', 'trackHisMgmt'] },
    reads: 'privately',
    filter: { deviceType: deviceType.schema, deviceId: requiredText(64), startTime: time, endTime: time },
    item: position,
  }),
  listTrackDevices: listing(
    ['hat', 'badge', 'car', 'user'],
    call({
      path: '/zd/zdGps/listTrackDevices',
      describe: { zh: '可查询轨迹的设备', en: 'The devices whose tracks may be looked up' },
      needs: { anyOf: ['trackHisMgmt'] },
      reads: 'privately',
      body: nothing,
      data: z.array(trackedDevice),
    }),
  ),
  listHisTracks: call({
    path: '/zd/zdGps/listHisTracks',
    describe: {
      zh: '多台设备一段时间的轨迹，按列打包；不存在或不在数据范围内的设备不返回（查询记入日志）',
      en: 'The tracks of several devices over a period, packed in columns, without those that are not there or beyond the data scope; the query is logged',
    },
    needs: { anyOf: ['trackHisMgmt'] },
    reads: 'privately',
    body: z.object({
      devices: z
        .array(z.object({ deviceType: deviceType.schema, deviceId: requiredText(64) }))
        .min(1)
        .max(trackLimits.devices),
      startTime: time,
      endTime: time,
    }),
    data: z.object({
      /** Where the columns' times count from, ms since 1970. */
      startAt: z.number().int(),
      /** `columns` are base64, as `track-columns.ts` has them. */
      tracks: z.array(trackedDevice.extend({ columns: z.string() })),
    }),
  }),
  listHisInside: call({
    path: '/zd/zdGps/listHisInside',
    describe: {
      zh: '一段时间内谁在画出的形状里：进入、离开和停留；中断时进入或离开不明（查询记入日志）',
      en: 'Who was inside a shape between two times, with entry, exit and stay; unknown where positions are missing; the query is logged',
    },
    needs: { anyOf: ['trackHisMgmt'] },
    reads: 'privately',
    body: z.object({
      area: z.union([
        z.object({ shape: z.literal('polygon'), points: z.array(point).min(3).max(100) }),
        z.object({ shape: z.literal('circle'), centre: point, radius: z.number().min(1).max(50_000) }),
      ]),
      startTime: time,
      endTime: time,
    }),
    data: z.object({
      /** Devices that were looked at: all that the caller sees. */
      looked: z.number().int(),
      list: z.array(
        trackedDevice.extend({
          stays: z.array(
            z.object({
              enterTime: time,
              leaveTime: time,
              seconds: z.number().int(),
              /** False: the first, or the last, that is known of him there. */
              entryKnown: z.boolean(),
              exitKnown: z.boolean(),
            }),
          ),
        }),
      ),
    }),
  }),
  listHisRewind: call({
    path: '/zd/zdGps/listHisRewind',
    describe: {
      zh: '一段时间内数据范围内全部人员、车辆和设备的位置：当时的实际位置，或当时已收到的位置（查询记入日志）',
      en: 'Where everybody and everything within the data scope was over a period: as it was, or as it was known then; the query is logged',
    },
    needs: { anyOf: ['incidentRewindMgmt'] },
    body: z.object({ startTime: time, endTime: time, by: knownBy.schema }),
    data: z.object({
      /** Where the columns' times count from, ms since 1970: before the time asked for, since the last that was known before it is told too. */
      startAt: z.number().int(),
      /** `columns` are base64, as `track-columns.ts` has them; their time is the receipt where that is asked for. */
      tracks: z.array(trackedDevice.extend({ columns: z.string() })),
    }),
  }),
  listOnlineStaNumber: listing(
    ['onlineNumber', 'hat', 'badge', 'car'],
    call({
      path: '/zd/zdGps/listOnlineStaNumber',
      describe: { zh: '各类设备在线数量', en: 'Devices online by type' },
      needs: 'signedIn',
      reads: true,
      body: nothing,
      data: z.array(z.object({ deviceType: z.string(), name: z.string(), online: z.number().int(), total: z.number().int() })),
    }),
  ),
  listRealInMonitorAll: plannedCall(
    '/zd/zdGps/listRealInMonitorAll',
    { zh: '室内定位的最新位置', en: 'The latest indoor positions' },
    seesIndoor,
  ),
  saveRealHatList: call({
    path: '/zd/zdHisHat/saveRealHatList',
    describe: {
      zh: '保存安全帽实时数据；安全帽服务已直连的设备只计数不入库',
      en: 'Save live helmet records; those of helmets that the helmet service serves directly are counted, not stored',
    },
    needs: { anyOf: ['hatInterfaceMgmt:edit'] },
    // 5,000 records of 1.6 KB; as they come from helmets they have about 400 bytes.
    bodyLimit: 8 * 1024 * 1024,
    body: z.union([
      z.array(helmetLiveRecord).max(5_000),
      z.object({ list: z.array(helmetLiveRecord).max(5_000) }).transform(({ list }) => list),
    ]),
    data: z.object({
      accepted: z.number().int(),
      duplicate: z.number().int(),
      ignored: z.number().int(),
      rejected: z.array(z.object({ index: z.number().int(), reason: z.string() })),
    }),
  }),
  saveRealHatSosAlarm: call({
    path: '/zd/zdHisHat/saveRealHatSosAlarm',
    describe: { zh: '保存安全帽求救（4）或静默（5）报警', en: 'Save an SOS (4) or silent alarm (5) of a helmet' },
    needs: { anyOf: ['hatInterfaceMgmt:edit', 'alarm:handle'] },
    body: z.object({
      device_id: z.union([requiredText(64), z.int().transform(String)]),
      // Nothing that is said beside is a reason to refuse a call for help: what cannot be read is left out, and is a press.
      user_id: text(64).nullish().catch(null),
      mobile: text(32).nullish().catch(null),
      pwd: text(128).nullish().catch(null),
      alarm_type: z
        .union([
          z.literal(sos),
          z.literal(silent),
          z.literal(`${sos}`).transform(() => sos),
          z.literal(`${silent}`).transform(() => silent),
        ])
        .catch(sos),
      c_time: time.nullish().catch(null),
      user_name: text(64).nullish().catch(null),
      real_name: text(64).nullish().catch(null),
    }),
    data: noData,
    codes: ['notFound'],
  }),
  getZdHatByMinor: plannedCall(
    '/zd/zdHisHat/getZdHatByMinor',
    { zh: '按信标 minor 查安全帽', en: 'Helmets by beacon minor' },
    seesIndoor,
  ),
  getZdHisBadgeByMinor: plannedCall(
    '/zd/zdHisBadge/getZdHisBadgeByMinor',
    { zh: '按信标 minor 查工牌', en: 'Badges by beacon minor' },
    seesIndoor,
  ),
}
