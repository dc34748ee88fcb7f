import { defineTexts, type Translate } from '../../shared/i18n/texts.ts'

export const hazardTexts = defineTexts('features/hazards', {
  fences: { zh: '电子围栏', en: 'Electronic fences' },
  countShown: { zh: '{shown} / {total} 个', en: '{shown} of {total}' },
  countAll: { zh: '共 {total} 个', en: '{total} in all' },
  newFence: { zh: '新建围栏', en: 'New fence' },
  searchFences: { zh: '围栏名称、拼音或部门', en: 'Name, pinyin or department' },
  allLevels: { zh: '全部级别', en: 'All levels' },
  allStates: { zh: '全部状态', en: 'On and off' },
  on: { zh: '启用', en: 'On' },
  off: { zh: '停用', en: 'Off' },
  inside: { zh: '内有 {n} 人', en: '{n} inside' },
  noFences: { zh: '还没有电子围栏', en: 'No fences yet' },
  noFencesHint: {
    zh: '在地图上画出禁止进入或禁止离开的范围，有人越界时立即报警',
    en: 'Draw on the map where nobody may enter or leave: crossing it raises an alarm at once',
  },
  noFencesReadOnly: {
    zh: '有编辑权限的人员建立后，这里会显示',
    en: 'They appear here once somebody with the right to edit draws one',
  },
  noneFound: { zh: '没有符合条件的围栏', en: 'No fence matches' },
  noneFoundHint: { zh: '换个名称，或清除筛选条件', en: 'Try another name or clear the filters' },
  clearFilters: { zh: '清除筛选', en: 'Clear filters' },
  listButton: { zh: '围栏列表', en: 'Fences' },
  formButton: { zh: '围栏资料', en: 'Details' },
  closeForm: { zh: '关闭', en: 'Close' },
  readOnly: { zh: '只读：您没有修改电子围栏的权限', en: 'Read only: you may not change fences' },
  readOnlyScope: {
    zh: '没有部门的围栏属于整个站点，数据范围为“全部”的人员才能修改',
    en: 'A fence without a department is the whole site’s: it takes the scope “Everything”',
  },
  readOnlyHint: {
    zh: '需要权限 dangAreaDrawMgmt:edit，请联系管理员',
    en: 'It takes the permission dangAreaDrawMgmt:edit, ask an administrator',
  },

  basics: { zh: '基本信息', en: 'Basics' },
  place: { zh: '形状与位置', en: 'Shape and place' },
  watched: { zh: '监控与例外', en: 'Watched and exempt' },
  timing: { zh: '确认时间', en: 'Confirmation' },
  name: { zh: '名称', en: 'Name' },
  namePlaceholder: { zh: '如：煤磨袋收尘器禁入区', en: 'e.g. Coal mill bag filter' },
  noEntryHint: { zh: '有人进入时报警', en: 'Alarms when somebody enters' },
  noExitHint: { zh: '进入过的人离开时报警', en: 'Alarms when somebody who was inside leaves' },
  deptPlaceholder: { zh: '不属于部门：判定所有人', en: 'None: it judges everybody' },
  areaPlaceholder: { zh: '不属于危险区域', en: 'None' },
  allowDeptsHint: {
    zh: '这些部门的人员和车辆不报警；选上级时一并选中下级',
    en: 'Their people and vehicles raise no alarm; choosing one chooses those below it',
  },
  nobody: { zh: '无', en: 'None' },
  searchPeople: { zh: '姓名、拼音或工号', en: 'Name, pinyin or number' },
  entersAtOnce: {
    zh: '一级禁入围栏进入即报警，不等待进入确认',
    en: 'A no-entry fence of level one alarms at once, without waiting',
  },
  metresUnit: { zh: '米', en: 'm' },
  levelColour: { zh: '随报警级别', en: 'That of its level' },
  resetColour: { zh: '恢复级别颜色', en: 'Use the level’s' },
  enabledHint: { zh: '保存后立即生效', en: 'Holds as soon as it is saved' },
  disabledHint: { zh: '停用后不再报警，已有报警随之恢复', en: 'Raises no alarms; open ones return' },

  pointsOf: { zh: '坐标（WGS-84，{n} 点）', en: 'Coordinates (WGS-84, {n})' },
  centreOf: { zh: '圆心坐标（WGS-84）', en: 'Centre (WGS-84)' },
  radiusNeeded: { zh: '半径必填', en: 'The radius is required' },
  halfWidthNeeded: { zh: '半宽必填', en: 'The half width is required' },
  theirShape: { zh: '地图上的蓝色虚线是对方的形状。', en: ' The blue dotted line on the map is their shape.' },
  asTable: { zh: '表格', en: 'Table' },
  onMap: { zh: '地图', en: 'Map' },
  level: { zh: '报警级别', en: 'Alarm level' },
  enable: { zh: '启用', en: 'In use' },
  badCoordinate: { zh: '第 {n} 点：经度 −180～180，纬度 −90～90', en: 'Point {n}: longitude −180 to 180, latitude −90 to 90' },

  showFence: { zh: '定位到此围栏', en: 'Go to this fence' },
  movingOn: { zh: '隐藏人员和车辆', en: 'Hide people and vehicles' },
  movingOff: { zh: '显示人员和车辆', en: 'Show people and vehicles' },

  saved: { zh: '已保存围栏“{name}”，立即生效', en: 'Fence “{name}” is saved and holds now' },
  savedOff: { zh: '已保存围栏“{name}”（停用）', en: 'Fence “{name}” is saved (off)' },
  deleteHint: {
    zh: '删除后立即不再报警，进行中的报警随之恢复；已有的报警记录保留。此操作不能撤销。',
    en: 'It stops at once and its open alarms return; the record of past alarms stays. This cannot be undone.',
  },

  fewPoints: { zh: '{shape}至少 {least} 个点，现在是 {n} 个', en: '{shape}: at least {least} points, now {n}' },
  noCentre: { zh: '圆还没有圆心，在地图上画或填写坐标', en: 'The circle has no centre yet: draw it or type its coordinates' },
  sidesCross: { zh: '多边形的边不能相交：第 {a} 边与第 {b} 边', en: 'The sides of a polygon must not cross: {a} and {b} do' },
  periodDays: { zh: '第 {n} 个时段没有选星期', en: 'Period {n} has no weekday' },
  periodTimes: { zh: '第 {n} 个时段的时间不完整', en: 'Period {n} lacks a time' },
})

export type HazardTranslate = Translate<typeof hazardTexts.table>
