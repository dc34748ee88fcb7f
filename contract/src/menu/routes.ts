import type { Text } from '../kernel/text.ts'

/**
 * Every permission-controlled screen by its route name, in the order of the menu. A child's address is
 * `<group path>/<route name>`; its permission is its route name, changing what it shows needs `<route name>:edit`.
 */
export const menu = [
  {
    path: '/userSafeMgmt',
    title: { zh: '人员安全', en: 'Personnel safety' },
    children: [
      { name: 'trackRealMgmt', title: { zh: '实时位置', en: 'Live positions' } },
      { name: 'hatOnlineListMgmt', title: { zh: '在线安全帽', en: 'Helmets online' } },
      { name: 'trackHisMgmt', title: { zh: '历史轨迹', en: 'Track history' } },
      { name: 'incidentRewindMgmt', title: { zh: '事件回溯', en: 'Incident rewind' } },
      { name: 'insideBuildingListMgmt', title: { zh: '室内定位', en: 'Indoor positioning' } },
      { name: 'insideBuildingAreaMgmt', title: { zh: '室内区域', en: 'Indoor areas' } },
      { name: 'cementMillView', title: { zh: '水泥磨', en: 'Cement mill' } },
      { name: 'preheaterView', title: { zh: '预热器', en: 'Preheater' } },
      { name: 'coalMillView', title: { zh: '煤磨', en: 'Coal mill' } },
      { name: 'inclinedChainView', title: { zh: '斜拉链', en: 'Inclined chain' } },
      { name: 'hatInterfaceMgmt', title: { zh: '安全帽接口', en: 'Helmet interface' } },
      { name: 'noticeRecordMgmt', title: { zh: '通知记录', en: 'Notice records' } },
    ],
  },
  {
    path: '/carWorkMgmt',
    title: { zh: '车辆作业', en: 'Vehicles' },
    children: [
      { name: 'trafficStopMgmt', title: { zh: '停车记录', en: 'Stop records' } },
      { name: 'trafficOverMgmt', title: { zh: '超速记录', en: 'Speeding records' } },
      { name: 'trafficEventMgmt', title: { zh: '车辆记录', en: 'Vehicle records' } },
      { name: 'penaltyMgmt', title: { zh: '违章处罚', en: 'Penalties' } },
    ],
  },
  {
    path: '/gateAccessMgmt',
    title: { zh: '门禁管理', en: 'Access control' },
    children: [
      { name: 'guardDeskMgmt', title: { zh: '门岗值守', en: 'Gate desk' } },
      { name: 'personOutInMgmt', title: { zh: '道闸记录', en: 'Barrier gate records' } },
      { name: 'visitRecordMgmt', title: { zh: '外来访客', en: 'Outside visitors' } },
    ],
  },
  {
    path: '/videoMgmt',
    title: { zh: '视频监控', en: 'Video' },
    children: [
      { name: 'videoConfigServer', title: { zh: '服务配置', en: 'Service configuration' } },
      { name: 'videoConfigSip', title: { zh: 'SIP配置', en: 'SIP configuration' } },
      { name: 'videoConfigStream', title: { zh: '流媒体配置', en: 'Stream configuration' } },
      { name: 'livePlayer', title: { zh: '实时监控', en: 'Live monitoring' } },
      { name: 'realVideoServer', title: { zh: '实时视频', en: 'Real-time video' } },
      { name: 'videoPlayMgmt', title: { zh: '实时视频', en: 'Real-time video' } },
      { name: 'videoPlayback', title: { zh: '录像回放', en: 'Playback' } },
      { name: 'videoPreview', title: { zh: '视频预览', en: 'Video preview' } },
      { name: 'deviceTree', title: { zh: '设备树', en: 'Device tree' } },
      { name: 'channelList', title: { zh: '通道列表', en: 'Channel list' } },
      { name: 'videoDemo', title: { zh: '播放演示', en: 'Player demos' } },
    ],
  },
  {
    path: '/alarmMgmt',
    title: { zh: '报警管理', en: 'Alarms' },
    children: [
      { name: 'alarmRealMgmt', title: { zh: '实时报警', en: 'Live alarms' } },
      { name: 'alarmHisMgmt', title: { zh: '历史报警', en: 'Alarm history' } },
      { name: 'alarmStatisticMgmt', title: { zh: '报警统计', en: 'Alarm statistics' } },
      { name: 'shiftHandoverMgmt', title: { zh: '交接班', en: 'Shift handover' } },
      { name: 'evidenceCaseMgmt', title: { zh: '证据档案', en: 'Evidence' } },
    ],
  },
  {
    path: '/planMgmt',
    title: { zh: '应急预案', en: 'Response plans' },
    children: [
      { name: 'planRegisterMgmt', title: { zh: '预案登记', en: 'Plan registration' } },
      { name: 'planResultMgmt', title: { zh: '预案列表', en: 'Plan list' } },
      { name: 'planStatisticMgmt', title: { zh: '预案统计', en: 'Plan statistics' } },
    ],
  },
  {
    path: '/performanceMgmt',
    title: { zh: '绩效考勤', en: 'Performance' },
    children: [
      { name: 'dutyImportMgmt', title: { zh: '考勤记录', en: 'Attendance records' } },
      { name: 'attendanceRuleMgmt', title: { zh: '考勤规则', en: 'Attendance rules' } },
      { name: 'holidayMgmt', title: { zh: '节假日设置', en: 'Holidays' } },
      { name: 'salaryMgmt', title: { zh: '薪资计算', en: 'Salary calculation' } },
    ],
  },
  {
    path: '/baseMgmt',
    title: { zh: '基础设置', en: 'Base settings' },
    children: [
      { name: 'dictMgmt', title: { zh: '数据字典', en: 'Data dictionary' } },
      { name: 'hatMgmt', title: { zh: '智能安全帽', en: 'Smart helmets' } },
      { name: 'badgeMgmt', title: { zh: '智能工牌', en: 'Smart badges' } },
      { name: 'beaconMgmt', title: { zh: '蓝牙信标', en: 'Beacons' } },
      { name: 'hazardPointMgmt', title: { zh: '危险源', en: 'Hazard sources' } },
      { name: 'hazardAreaMgmt', title: { zh: '危险区域', en: 'Hazard areas' } },
      { name: 'cameraMgmt', title: { zh: '摄像机', en: 'Cameras' } },
      { name: 'broadcastMgmt', title: { zh: '播报内容', en: 'Broadcast content' } },
      { name: 'dangAreaDrawMgmt', title: { zh: '电子围栏', en: 'Electronic fences' } },
      { name: 'barrierGateMgmt', title: { zh: '道闸管理', en: 'Barrier gates' } },
      { name: 'loraGateMgmt', title: { zh: 'LoRa网关', en: 'LoRa gateways' } },
      { name: 'carMgmt', title: { zh: '车辆管理', en: 'Vehicle register' } },
      { name: 'speedOverMgmt', title: { zh: '测速点管理', en: 'Speed cameras' } },
      { name: 'beaconLocationMgmt', title: { zh: '信标位置绑定', en: 'Beacon locations' } },
      { name: 'deviceHealthMgmt', title: { zh: '设备健康', en: 'Device health' } },
    ],
  },
  {
    path: '/systemMgmt',
    title: { zh: '系统管理', en: 'System' },
    children: [
      { name: 'deptMgmt', title: { zh: '组织机构', en: 'Organisation' } },
      { name: 'userMgmt', title: { zh: '用户管理', en: 'Users' } },
      { name: 'permissionMgmt', title: { zh: '权限资源', en: 'Permission resources' } },
      { name: 'rolePermissionMgmt', title: { zh: '角色权限', en: 'Role permissions' } },
      { name: 'authorizeMgmt', title: { zh: '批量授权', en: 'Bulk authorisation' } },
      { name: 'pushRecordMgmt', title: { zh: '推送记录', en: 'Push records' } },
      { name: 'pushTaskTypeMgmt', title: { zh: '推送任务类型', en: 'Push task types' } },
      { name: 'pushUserConfigMgmt', title: { zh: '推送用户配置', en: 'Push user settings' } },
      { name: 'dataImportMgmt', title: { zh: '数据导入', en: 'Data import' } },
      { name: 'siteMgmt', title: { zh: '站点设置', en: 'Site settings' } },
      { name: 'versionMgmt', title: { zh: '版本管理', en: 'Versions' } },
      { name: 'logMgmt', title: { zh: '系统日志', en: 'System log' } },
      { name: 'aboutMgmt', title: { zh: '关于', en: 'About' } },
    ],
  },
] as const satisfies readonly {
  readonly path: `/${string}`
  readonly title: Text
  readonly children: readonly { readonly name: string; readonly title: Text }[]
}[]

export type RouteName = (typeof menu)[number]['children'][number]['name']
export const routeNames: readonly RouteName[] = menu.flatMap(({ children }) => children.map(({ name }) => name))

/**
 * Screens that the menu does not list, since each shows one record that another screen leads to: by their route names, with the path of
 * their group. They are no permission of their own; whoever holds one of `needs` opens them.
 */
export const innerScreens = [
  {
    name: 'alarmCockpit',
    path: '/alarmMgmt',
    title: { zh: '报警处置', en: 'Alarm cockpit' },
    needs: ['alarmRealMgmt', 'alarmHisMgmt'],
  },
] as const satisfies readonly {
  readonly name: string
  readonly path: (typeof menu)[number]['path']
  readonly title: Text
  readonly needs: readonly [RouteName, ...RouteName[]]
}[]
export type InnerRouteName = (typeof innerScreens)[number]['name']

/** Rights that no screen stands for. */
export const extraRights = {
  'alarm:handle': { zh: '处理报警', en: 'Handle alarms' },
  'alarm:delete': { zh: '删除报警', en: 'Delete alarms' },
  'call:place': { zh: '拨打呼叫', en: 'Place calls' },
  'gate:open': { zh: '远程开闸', en: 'Open gates from here' },
  'video:playback': { zh: '录像回放', en: 'Play recordings' },
  'private:view': { zh: '查看个人隐私信息', en: 'View private data' },
} as const satisfies Readonly<Record<string, Text>>
export type ExtraRight = keyof typeof extraRights

/** What a role may grant: seeing a screen, changing what it shows, or an extra right. */
export type Permission = RouteName | `${RouteName}:edit` | ExtraRight
export const permissions: readonly Permission[] = [
  ...routeNames,
  ...routeNames.map((name): Permission => `${name}:edit`),
  ...(Object.keys(extraRights) as ExtraRight[]),
]

/** Holders of a role of either name hold every permission; only the second grants these two roles. */
export const administratorRole = '管理员'
export const superAdministratorRole = '超级管理员'
