import { z } from 'zod'
import { handlingStatus } from '../alarms/entities.ts'
import { mapObjectCalls } from '../devices/map-objects.ts'
import { call, nothing, type Needs } from '../kernel/call.ts'
import { listing } from '../kernel/listings.ts'
import { deptNounCalls } from '../kernel/noun.ts'
import { byDepartment, countCall, countsByDept, id, listCall, optionalBody, recordFields, text, time } from '../kernel/shapes.ts'
import { longestStopNote, longestStopReason } from './entities.ts'
import { roadSegment } from './road-segment.ts'
import { speedCamera } from './speed-camera.ts'
import { speedingRecord } from './speeding-record.ts'
import { trafficStop } from './traffic-stop.ts'
import { vehiclePass } from './vehicle-pass.ts'

const seesPasses: Needs = { anyOf: ['trafficEventMgmt'] }
const seesSpeeding: Needs = { anyOf: ['trafficOverMgmt'] }
const seesStops: Needs = { anyOf: ['trafficStopMgmt'] }
const meetsStops: Needs = { anyOf: ['trafficStopMgmt', 'trafficOverMgmt', 'alarmRealMgmt'] }
const closesStops: Needs = { anyOf: ['trafficStopMgmt:edit', 'alarm:handle'] }
const seesSpeedCameras: Needs = { anyOf: ['speedOverMgmt', 'trackRealMgmt', 'trafficOverMgmt'] }
const editsSpeedCameras: Needs = { anyOf: ['speedOverMgmt:edit'] }

const number = z.number().int().min(0)
const numbers = { passes: number, speeding: number }

const passFilter = { ...byDepartment, ...vehiclePass.filter }
const speedingFilter = { ...byDepartment, ...speedingRecord.filter }
const stopFilter = { ...byDepartment, ...trafficStop.filter }

export const trafficCalls = {
  getZdTrafficCount: listing(
    [vehiclePass.name],
    countCall({
      path: '/zd/zdTraffic/getZdTrafficCount',
      describe: { zh: '过车记录数', en: 'The number of vehicle passes' },
      needs: seesPasses,
      filter: passFilter,
    }),
  ),
  listZdTraffic: listCall({
    path: '/zd/zdTraffic/listZdTraffic',
    describe: { zh: '过车记录，最新的在前', en: 'Vehicle passes, the newest first' },
    needs: seesPasses,
    filter: passFilter,
    item: vehiclePass.record,
  }),
  countZdTrafficByDeptId: listing(
    [vehiclePass.name],
    call({
      path: '/zd/zdTraffic/countZdTrafficByDeptId',
      describe: { zh: '各部门的过车记录数', en: 'How many vehicle passes each department has' },
      needs: seesPasses,
      reads: true,
      body: optionalBody(vehiclePass.filter),
      data: countsByDept,
    }),
  ),
  /** Of today, in the site's time: `stops` are vehicles that stood, `illegalStops` those of them where stopping is forbidden. */
  listZdTrafficStaNumber: listing(
    [speedingRecord.name, trafficStop.name],
    call({
      path: '/zd/zdTraffic/listZdTrafficStaNumber',
      describe: {
        zh: '今日过车、超速、未处理超速、停车和违停数量',
        en: 'Counts of passes, speeding, speeding that is not handled, stops and forbidden stops of today',
      },
      needs: 'signedIn',
      reads: true,
      body: nothing,
      data: z.object({ ...numbers, unhandledSpeeding: number, stops: number, illegalStops: number }),
    }),
  ),
  getTrafficStatistics: call({
    path: '/zd/zdTraffic/getTrafficStatistics',
    describe: {
      zh: '一段时间的过车和超速：按地点、按一天中的小时、按单位',
      en: 'Passes and speeding of a period: by place, by hour of the day, by company',
    },
    needs: { anyOf: ['trafficEventMgmt', 'trafficOverMgmt'] },
    reads: true,
    body: z.object({ startTime: time, endTime: time }),
    data: z.object({
      total: z.object(numbers),
      /** The busiest first. */
      byPlace: z.array(z.object({ place: z.string(), ...numbers })),
      /** 0 to 23 in the site's time, all of them. */
      byHour: z.array(z.object({ hour: z.number().int().min(0).max(23), ...numbers })),
      /** Owner or carrier of the registered vehicle, empty for all others; the most speeding first. */
      byCompany: z.array(z.object({ owner: z.string(), ...numbers })),
    }),
  }),

  getZdTrafficOverCount: listing(
    [speedingRecord.name],
    countCall({
      path: '/zd/zdTrafficOver/getZdTrafficOverCount',
      describe: { zh: '超速记录数', en: 'The number of speeding records' },
      needs: seesSpeeding,
      filter: speedingFilter,
    }),
  ),
  listZdTrafficOver: listCall({
    path: '/zd/zdTrafficOver/listZdTrafficOver',
    describe: { zh: '超速记录，最新的在前', en: 'Speeding records, the newest first' },
    needs: seesSpeeding,
    filter: speedingFilter,
    item: speedingRecord.record,
  }),
  countZdTrafficOverByDeptId: listing(
    [speedingRecord.name],
    call({
      path: '/zd/zdTrafficOver/countZdTrafficOverByDeptId',
      describe: { zh: '各部门的超速记录数', en: 'How many speeding records each department has' },
      needs: seesSpeeding,
      reads: true,
      body: optionalBody(speedingRecord.filter),
      data: countsByDept,
    }),
  ),

  getZdTrafficStopCount: listing(
    [trafficStop.name],
    countCall({
      path: '/zd/zdTrafficStop/getZdTrafficStopCount',
      describe: { zh: '停车和拦停记录数', en: 'The number of stop records' },
      needs: seesStops,
      filter: stopFilter,
    }),
  ),
  listZdTrafficStop: listCall({
    path: '/zd/zdTrafficStop/listZdTrafficStop',
    describe: { zh: '停车和拦停记录，最新的在前', en: 'Stop records, the newest first' },
    needs: seesStops,
    filter: stopFilter,
    item: trafficStop.record,
  }),
  countZdTrafficStopByDeptId: listing(
    [trafficStop.name],
    call({
      path: '/zd/zdTrafficStop/countZdTrafficStopByDeptId',
      describe: { zh: '各部门的停车和拦停记录数', en: 'How many stop records each department has' },
      needs: seesStops,
      reads: true,
      body: optionalBody(trafficStop.filter),
      data: countsByDept,
    }),
  ),
  getNewestZdTrafficStop: listing(
    [trafficStop.name],
    call({
      path: '/zd/zdTrafficStop/getNewestZdTrafficStop',
      describe: {
        zh: '最新一条未处理的超速拦停，没有则为空',
        en: 'The newest unhandled stop of a speeding vehicle, null where there is none',
      },
      needs: meetsStops,
      reads: true,
      body: nothing,
      data: trafficStop.record.nullable(),
    }),
  ),
  getZdTrafficStopById: listing(
    [trafficStop.name],
    call({
      path: '/zd/zdTrafficStop/getZdTrafficStopById',
      describe: { zh: '一条停车或拦停记录', en: 'One stop record' },
      needs: meetsStops,
      reads: true,
      body: z.object({ id }),
      data: trafficStop.record,
      codes: ['notFound'],
    }),
  ),
  getZdTrafficStopOfAlarm: listing(
    [trafficStop.name],
    call({
      path: '/zd/zdTrafficStop/getZdTrafficStopOfAlarm',
      describe: {
        zh: '报警对应的拦停记录，没有则为空',
        en: 'The stop record that an alarm belongs to, null where there is none',
      },
      needs: meetsStops,
      reads: true,
      body: z.object({ alarmId: id }),
      data: trafficStop.record.nullable(),
    }),
  ),
  /** What the form does not carry stays; one that is closed stays so. `handleNote` of the alarm is that of the record. */
  saveZdTrafficStop: call({
    path: '/zd/zdTrafficStop/saveZdTrafficStop',
    describe: {
      zh: '保存拦停记录；状态 2 同时关闭关联的超速记录并确认报警；处理人取自会话',
      en: 'Save a stop record; status 2 also closes its speeding record and confirms its alarm; who handled it is taken from the session',
    },
    needs: closesStops,
    body: z.object({
      id,
      version: recordFields.version.optional(),
      status: handlingStatus.schema,
      reason: text(longestStopReason).optional(),
      handleNote: text(longestStopNote).optional(),
      stopTime: time.nullable().optional(),
    }),
    data: trafficStop.record,
    codes: ['notFound', 'conflict'],
  }),
  /** Of one that is closed as well: it may be announced, and noted, afterwards. */
  updateZdTrafficStopAudio: call({
    path: '/zd/zdTrafficStop/updateZdTrafficStopAudio',
    describe: {
      zh: '记下超速车辆是否已语音播报（0 未播报，1 已播报）',
      en: 'Note whether a speeding vehicle was told by a speaker (0 not yet, 1 it was)',
    },
    needs: closesStops,
    body: z.object({ id, audioStatus: z.union([z.literal(0), z.literal(1)]) }),
    data: trafficStop.record,
    codes: ['notFound'],
  }),

  ...deptNounCalls('BsSpeedOver', '/bs/bsSpeedOver', speedCamera, { sees: seesSpeedCameras, edits: editsSpeedCameras }),
  ...deptNounCalls('BsRoadSegment', '/bs/bsRoadSegment', roadSegment, { sees: seesSpeedCameras, edits: editsSpeedCameras }),
  ...mapObjectCalls('BsSpeedOver', '/bs/bsSpeedOver', speedCamera, seesSpeedCameras),
}
