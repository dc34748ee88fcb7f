import { describe, expect, expectTypeOf, it } from 'vitest'
import { domainNames, domains } from './index.ts'
import { nothing, strangersBody, usualBody, type Call, type SentBodyOf } from './kernel/call.ts'
import { codes } from './kernel/codes.ts'
import { openApiDocument, type JsonSchema } from './openapi/openapi.ts'
import { permissions } from './menu/routes.ts'

/** Calls whose shape alone sets no bound. */
const boundedByBytes = ['positions.saveRealHatList', 'site.saveBasemap', 'files.uploadFile']

/** The calls of the specification, letter for letter. */
const specified: Readonly<Record<string, readonly string[]>> = {
  '/sys/sysUser/': ['login', 'login/getInfo', 'listUserByDeptId', 'saveUser', 'updateUser', 'deleteUserById', 'updatePassword'],
  '/third/hatInterface/': ['saveBroadCastString'],
  '/base/bsDict/': ['listDictAll', 'saveDict', 'deleteDictById'],
  '/base/bsDictItem/': ['listDictItemByPid', 'getDictItemByCode', 'saveDictItem', 'deleteDictItemById'],
  '/bs/bsHat/': [
    'listBsHatAll',
    'listBsHatObjectAll',
    'listBsHatByDeptId',
    'listBsHatObjectByDeptId',
    'saveBsHat',
    'deleteBsHatById',
  ],
  '/bs/bsBadge/': [
    'listBsBadgeAll',
    'listBsBadgeObjectAll',
    'listBsBadgeByDeptId',
    'listBsBadgeObjectByDeptId',
    'saveBsBadge',
    'deleteBsBadgeById',
  ],
  '/bs/bsLoraGate/': ['listBsLoraGateObjectAll', 'listBsLoraGateObjectByDeptId'],
  '/bs/bsBeacon/': [
    'mapBsBeaconMinorAll',
    'listBsBeaconObjectAll',
    'listBsBeaconByDeptId',
    'listBsBeaconObjectByDeptId',
    'listBsBeaconByRegionAndFloor',
    'saveBsBeacon',
    'deleteBsBeaconById',
  ],
  '/bs/bsBarrierGate/': [
    'listBsBarrierGateObjectAll',
    'listBsBarrierGateByDeptId',
    'listBsBarrierGateObjectByDeptId',
    'saveBsBarrierGate',
    'deleteBsBarrierGateById',
  ],
  '/bs/bsCar/': ['listBsCarByDeptId', 'saveBsCar', 'deleteBsCarById'],
  '/bs/bsCamera/': [
    'listBsCameraObjectAll',
    'listBsCameraByDeptId',
    'listBsCameraObjectByDeptId',
    'saveBsCamera',
    'deleteBsCameraById',
  ],
  '/bs/bsSpeedOver/': [
    'listBsSpeedOverObjectAll',
    'listBsSpeedOverByDeptId',
    'listBsSpeedOverObjectByDeptId',
    'saveBsSpeedOver',
    'deleteBsSpeedOverById',
  ],
  '/video/': [
    'videoConfigServer/listVideoConfigServerAll',
    'videoConfigServer/saveVideoConfigServer',
    'videoConfigSip/listVideoConfigSipAll',
    'videoConfigSip/saveVideoConfigSip',
    'videoConfigStream/listVideoConfigStreamAll',
    'videoConfigStream/saveVideoConfigStream',
  ],
  '/bs/bsBroadcast/': ['listBsBroadcastAll', 'saveBsBroadcast', 'deleteBsBroadcastById'],
  '/bs/bsNoticeRecord/': ['listBsNoticeRecordAll', 'saveBsNoticeRecord', 'deleteBsNoticeRecordById'],
  '/sys/sysDept/': ['listDeptNodeAll', 'listDeptByPid', 'saveDept', 'deleteDeptById'],
  '/sys/sysRole/': ['getAllRoles'],
  '/sys/sysPushTaskType/': ['listPushTaskTypeAll', 'updatePushTaskType'],
  '/sys/sysPushUserConfig/': ['listPushUserConfigByDeptId', 'updatePushUserConfig'],
  '/sys/sysPushRecord/': ['listSysPushRecordByDeptId', 'listSysPushRecordCountByDeptId'],
  '/sys/sysLog/': ['listSysLogCountByCondition', 'listSysLogByCondition'],
  '/sys/load/': ['uploadFile', 'clearAttachmentFile'],
  '/qrCode/': ['createQrCode'],
  '/zd/zdGps/': ['listRealGpsAll', 'listHisGpsByDevId', 'listOnlineStaNumber', 'listRealInMonitorAll'],
  '/zd/zdHisHat/': ['saveRealHatList', 'saveRealHatSosAlarm', 'getZdHatByMinor'],
  '/zd/zdHisBadge/': ['getZdHisBadgeByMinor'],
  '/zd/zdAlarm/': [
    'listRealAlarmData',
    'getNewestAlarm',
    'listUnHandleCount',
    'listUnHandledPage',
    'listHandledPage',
    'listHandledCount',
    'getZdAlarmById',
    'updateZdAlarm',
    'updateAlarmList',
    'deleteAlarmList',
    'listAlarmStaNumberByArea',
    'listAlarmStaNumberByType',
  ],
  '/zd/zdGateAccess/': ['getZdGateAccessCount', 'listZdGateAccess'],
  '/zd/zdVisitRecord/': ['listZdVisitRecordByDate', 'getZdVisitRecordByDateCount', 'listVisitorStaNumber'],
  '/zd/zdTraffic/': ['getZdTrafficCount', 'listZdTraffic', 'listZdTrafficStaNumber'],
  '/zd/zdTrafficOver/': ['getZdTrafficOverCount', 'listZdTrafficOver'],
  '/zd/zdTrafficStop/': ['getZdTrafficStopCount', 'listZdTrafficStop', 'getNewestZdTrafficStop', 'saveZdTrafficStop'],
}
const specifiedPaths = Object.entries(specified).flatMap(([base, names]) => names.map((name) => base + name))
const gets = ['/sys/sysRole/getAllRoles']
/** Calls that the specification sends without a body. */
const bodiless = [
  '/sys/sysUser/login/getInfo',
  '/zd/zdGps/listRealGpsAll',
  '/zd/zdGps/listOnlineStaNumber',
  '/zd/zdAlarm/listRealAlarmData',
  '/zd/zdAlarm/getNewestAlarm',
  '/zd/zdAlarm/listUnHandleCount',
  '/zd/zdVisitRecord/listVisitorStaNumber',
  '/zd/zdTraffic/listZdTrafficStaNumber',
  '/zd/zdTrafficStop/getNewestZdTrafficStop',
  '/base/bsDict/listDictAll',
]
const implied: Readonly<Record<string, readonly string[]>> = {
  '/sys/sysUser/': ['logout'],
  '/sys/sysRole/': ['saveRole', 'deleteRoleById'],
  '/sys/sysPermission/': ['listPermissionAll', 'savePermission', 'deletePermissionById'],
  '/sys/sysVersion/': ['listVersionAll', 'saveVersion', 'deleteVersionById'],
  '/sys/sysSite/': ['getSite', 'saveSite'],
  '/sys/sysDeviceKey/': ['listDeviceKeyAll', 'saveDeviceKey', 'deleteDeviceKeyById'],
  '/bs/bsHazardPoint/': ['listBsHazardPointAll', 'listBsHazardPointByDeptId', 'saveBsHazardPoint', 'deleteBsHazardPointById'],
  '/bs/bsHazardArea/': ['listBsHazardAreaAll', 'listBsHazardAreaByDeptId', 'saveBsHazardArea', 'deleteBsHazardAreaById'],
  '/bs/bsDangArea/': ['listBsDangAreaAll', 'listBsDangAreaByDeptId', 'saveBsDangArea', 'deleteBsDangAreaById'],
  '/bs/bsBuilding/': ['listBsBuildingAll', 'listBsBuildingByDeptId', 'saveBsBuilding', 'deleteBsBuildingById'],
  '/bs/bsFloor/': ['listBsFloorAll', 'listBsFloorByPid', 'saveBsFloor', 'deleteBsFloorById'],
  '/bs/bsIndoorArea/': ['listBsIndoorAreaAll', 'listBsIndoorAreaByDeptId', 'saveBsIndoorArea', 'deleteBsIndoorAreaById'],
  '/bs/bsLoraGate/': ['listBsLoraGateAll', 'listBsLoraGateByDeptId', 'saveBsLoraGate', 'deleteBsLoraGateById'],
  '/video/': [
    'videoConfigServer/deleteVideoConfigServerById',
    'videoConfigSip/deleteVideoConfigSipById',
    'videoConfigStream/deleteVideoConfigStreamById',
    'record/listRecordByCameraId',
  ],
  '/zd/zdTrafficStop/': ['getZdTrafficStopById'],
  '/zd/zdVisitRecord/': ['saveZdVisitRecord', 'deleteZdVisitRecordById'],
  '/zd/zdCall/': ['listZdCall', 'getZdCallCount', 'getSipAccount'],
  '/plan/plan/': ['listPlanAll', 'listPlanByDeptId', 'savePlan', 'deletePlanById'],
  '/plan/planRun/': ['listPlanRunAll', 'listPlanRunByDeptId', 'savePlanRun', 'deletePlanRunById'],
  '/plan/muster/': ['listMusterAll', 'listMusterByDeptId', 'saveMuster', 'deleteMusterById'],
  '/duty/dutyRecord/': ['listDutyRecordAll', 'listDutyRecordByDeptId', 'saveDutyRecord', 'deleteDutyRecordById'],
  '/duty/attendanceRule/': [
    'listAttendanceRuleAll',
    'listAttendanceRuleByDeptId',
    'saveAttendanceRule',
    'deleteAttendanceRuleById',
  ],
  '/duty/holiday/': ['listHolidayAll', 'saveHoliday', 'deleteHolidayById'],
  '/duty/salary/': ['listSalaryAll', 'listSalaryByDeptId', 'saveSalary', 'deleteSalaryById'],
}
const impliedPaths = Object.entries(implied).flatMap(([base, names]) => names.map((name) => base + name))

const calls = Object.entries(domains).flatMap(([domain, list]) =>
  Object.entries(list as Readonly<Record<string, Call>>).map(([name, call]) => ({ title: `${domain}.${name}`, call })),
)
const paths = calls.map(({ call }) => call.path)
const byPath = new Map<string, Call>(calls.map(({ call }) => [call.path, call]))

const { paths: described, components } = openApiDocument('1')

/** Bytes of JSON that a shape lets through at most, every character of a text in Chinese; infinite where it sets no bound. */
const largest = (shape: JsonSchema): number => {
  const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0)
  if (shape.$ref !== undefined) return largest(components.schemas[shape.$ref.split('/').at(-1) ?? ''] ?? {})
  const options = shape.anyOf ?? shape.oneOf
  if (options) return Math.max(...options.map(largest))
  const values = shape.enum ?? ('const' in shape ? [shape.const] : null)
  if (values) return Math.max(...values.map((value) => 3 * JSON.stringify(value).length))
  switch (Array.isArray(shape.type) ? shape.type[0] : shape.type) {
    case 'string':
      if (shape.maxLength !== undefined) return 2 + 3 * shape.maxLength
      return shape.pattern !== undefined || shape.format === 'date' ? 24 : Infinity
    case 'number':
    case 'integer':
      return 24
    case 'boolean':
    case 'null':
      return 5
    case 'array':
      if (shape.prefixItems) return 2 + sum(shape.prefixItems.map((item) => 1 + largest(item)))
      return 2 + (shape.maxItems ?? Infinity) * (1 + largest(shape.items ?? {}))
    case 'object':
      return 2 + sum(Object.entries(shape.properties ?? {}).map(([name, part]) => name.length + 4 + largest(part)))
    default:
      return Infinity
  }
}
const largestBody = (call: Call): number => {
  const { requestBody } = described[call.path]?.[call.method === 'GET' ? 'get' : 'post'] ?? {}
  if (!requestBody || call.planned) return 0
  const { 'application/json': json, 'multipart/form-data': form } = requestBody.content
  return largest((json ?? form)?.schema ?? {})
}

describe('the list of calls', () => {
  it('has each path once', () => {
    expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([])
  })

  it('has every call of the specification under its exact path', () => {
    expect(specifiedPaths).toHaveLength(116)
    expect(specifiedPaths.filter((path) => !byPath.has(path))).toEqual([])
  })

  it('has every call that the specification implies', () => {
    expect(impliedPaths.filter((path) => !byPath.has(path))).toEqual([])
  })

  it('is all POST but for what the specification fetches with GET', () => {
    expect(calls.filter(({ call }) => call.method === 'GET').map(({ call }) => call.path)).toEqual(gets)
  })

  it('names every domain in both languages', () => {
    expect(Object.keys(domainNames)).toEqual(Object.keys(domains))
    for (const { zh, en } of Object.values(domainNames)) expect([zh, en].every((name) => name.trim() !== '')).toBe(true)
  })

  it('lets no dashboard number ask for more than a session', () => {
    const numbers = calls.filter(({ title }) => /(StaNumber|listAlarmStaNumberBy\w+)$/.test(title))
    const open = numbers.filter(({ call }) => call.needs === 'signedIn').map(({ call }) => call.path)
    expect(open).toEqual(
      expect.arrayContaining([
        '/zd/zdGps/listOnlineStaNumber',
        '/zd/zdTraffic/listZdTrafficStaNumber',
        '/zd/zdVisitRecord/listVisitorStaNumber',
        '/zd/zdAlarm/listAlarmStaNumberByArea',
        '/zd/zdAlarm/listAlarmStaNumberByType',
      ]),
    )
  })

  it.each(bodiless)('takes %s without a body', (path) => {
    const body = byPath.get(path)?.body
    for (const sent of [undefined, null, {}]) expect(body?.safeParse(sent).success).toBe(true)
  })
})

describe.each(calls)('$title', ({ call, title }) => {
  it('says what it does in both languages', () => {
    expect(call.describe.zh).toMatch(/\p{Script=Han}/u)
    expect(call.describe.en).toMatch(/^[\x20-\x7e]+$/)
    expect(call.path).toMatch(/^(\/[A-Za-z]\w*){2,4}$/)
  })

  it('says who may make it', () => {
    if (typeof call.needs === 'string') {
      const visitors = ['getVisitBooking', 'bookVisit', 'getOwnVisit', 'ackVisitBriefing'].map((name) => `gates.${name}`)
      if (call.needs === 'public') expect(['session.login', 'site.getWelcome', ...visitors]).toContain(title)
      return
    }
    expect(call.needs.anyOf.length).toBeGreaterThan(0)
    expect(call.needs.anyOf.filter((need) => !permissions.includes(need))).toEqual([])
    expect(new Set(call.needs.anyOf).size).toBe(call.needs.anyOf.length)
  })

  it('asks for more than looking when it changes something', () => {
    const last = call.path.slice(call.path.lastIndexOf('/') + 1)
    if (!/^(save|delete|update|import|adopt|calculate|approve|enter|leave|upload|clear)/.test(last)) return
    const own = ['/sys/sysUser/updatePassword', '/zd/zdCall/saveSipPasswordShown']
    if (own.includes(call.path)) return
    const rights = typeof call.needs === 'string' ? [] : call.needs.anyOf
    expect(rights.length).toBeGreaterThan(0)
    expect(rights.filter((right) => !right.includes(':'))).toEqual([])
  })

  it('lists only codes that exist', () => {
    expect(call.codes.filter((name) => !(name in codes))).toEqual([])
    expect(new Set(call.codes).size).toBe(call.codes.length)
  })

  it('takes every body that its shape lets through, and little more', () => {
    const most = largestBody(call)
    if (Number.isFinite(most)) expect(call.bodyLimit).toBeGreaterThan(most)
    if (call.needs === 'public') expect(call.bodyLimit).toBe(strangersBody)
    else if (most < usualBody) expect(call.bodyLimit).toBe(usualBody)
    else if (Number.isFinite(most)) expect(call.bodyLimit).toBeLessThan(2 * most)
    else expect(boundedByBytes).toContain(title)
  })

  it('never throws on a strange body', () => {
    for (const sent of [undefined, null, {}, [], 0, '', true, { id: {} }, [null]])
      expect(() => call.body.safeParse(sent)).not.toThrow()
  })
})

describe('planned calls', () => {
  it('are marked, with open shapes', () => {
    const { listPlanAll } = domains.plans
    expect(listPlanAll.planned).toBe(true)
    expect(listPlanAll.body.safeParse({ any: 'thing' }).success).toBe(true)
    expect('planned' in domains.session.login).toBe(false)
  })
})

describe('the types of bodies', () => {
  it('are known to the sender, for lists too', () => {
    type Sent = SentBodyOf<typeof domains.hazards.listBsDangAreaByDeptId>
    expectTypeOf<Extract<Sent, null | undefined>>().toEqualTypeOf<null | undefined>()
    expectTypeOf<Pick<NonNullable<Sent>, 'pageNum' | 'pageSize' | 'sort' | 'deptId' | 'recursive'>>().toEqualTypeOf<{
      pageNum?: number
      pageSize?: number
      sort?: string
      deptId?: string
      recursive?: boolean
    }>()
    expect(nothing.parse({ anything: 1 })).toBeUndefined()
  })
})
