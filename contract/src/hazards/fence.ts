import type { z } from 'zod'
import { deviceType } from '../devices/entities.ts'
import { enabledFlag } from '../kernel/enabled.ts'
import { field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'
import { alarmLevel, fenceDefaults, fenceShape, fenceType, gatherDefaults } from './entities.ts'

const seconds = { zh: '秒', en: 's' }
const metres = { zh: '米', en: 'm' }
const minutes = { zh: '分钟', en: 'min' }
const people = { zh: '人', en: 'people' }

/** A place with a rule: who may be there, how many, how long. Drawn on the map, and in force as soon as it is saved. */
export const fence = noun({
  name: 'fence',
  word: { zh: '电子围栏', en: 'fence' },
  words: { zh: '电子围栏', en: 'fences' },
  route: 'dangAreaDrawMgmt',
  fields: {
    name: field.name({ zh: '围栏名称', en: 'Fence name' }, 64),
    type: field.requiredChoice({ zh: '类型', en: 'Type' }, fenceType),
    shape: field.requiredChoice({ zh: '形状', en: 'Shape' }, fenceShape),
    points: field.shape(
      { zh: '坐标', en: 'Coordinates' },
      {
        hint: {
          zh: '多边形：各角点，首点不重复；圆：圆心；走廊：中线各点',
          en: 'Polygon: the corners, the first not repeated; circle: the centre; corridor: the points of the centre line',
        },
      },
    ),
    radius: field.number({ zh: '半径', en: 'Radius' }, { min: 1, max: 50_000, unit: metres, digits: 1 }),
    halfWidth: field.number(
      { zh: '半宽', en: 'Half width' },
      {
        min: 1,
        max: 5_000,
        unit: metres,
        digits: 1,
        hint: { zh: '中线两侧各多少米', en: 'Metres to each side of the centre line' },
      },
    ),
    floor: field.number(
      { zh: '楼层', en: 'Floor' },
      {
        min: -20,
        max: 200,
        hint: { zh: '留空为所有楼层，地下为负数', en: 'Leave empty for all floors; negative below ground' },
      },
    ),
    level: field.requiredChoice({ zh: '报警级别', en: 'Alarm level' }, alarmLevel),
    maxCount: field.number(
      { zh: '最多人数', en: 'At most' },
      { min: 1, max: 10_000, unit: people, hint: { zh: '限员：多于此数报警', en: 'Headcount: more than this raises an alarm' } },
    ),
    minCount: field.number(
      { zh: '最少人数', en: 'At least' },
      {
        min: 1,
        max: 10_000,
        unit: people,
        hint: {
          zh: '限员、岗位、集合点：少于此数报警；岗位留空为 1 人',
          en: 'Headcount, duty post, assembly point: fewer than this raises an alarm; 1 at a duty post that says none',
        },
      },
    ),
    stayLimit: field.number(
      { zh: '停留上限', en: 'Longest stay' },
      {
        min: 1,
        max: 1_440,
        unit: minutes,
        hint: {
          zh: '限时：停留满此时长报警；岗位：人数不足满此时长报警，留空为 5 分钟；集合点：从时段开始须在此时长内到齐；巡检：每隔此时长须巡检一次',
          en: 'Time limit: a stay this long raises an alarm. Duty post: so long without enough people, 5 min if empty. Assembly point: from the start of a period everybody has so long. Patrol: somebody has to come at least this often',
        },
      },
    ),
    stillLimit: field.number(
      { zh: '静止上限', en: 'Longest standstill' },
      {
        min: 1,
        max: 240,
        unit: minutes,
        hint: { zh: '静止：满此时长没有移动报警', en: 'Standing still: not moving for this long raises an alarm' },
      },
    ),
    gatherCount: field.number(
      { zh: '聚集人数', en: 'Gathering of' },
      { min: 2, max: 1_000, unit: people, hint: { zh: '聚集：达到此数报警', en: 'Gathering: this many raise an alarm' } },
    ),
    gatherRadius: field.presetNumber(
      { zh: '聚集半径', en: 'Gathering radius' },
      { min: 1, max: 100, unit: metres, digits: 1, preset: gatherDefaults.radius },
    ),
    gatherSeconds: field.presetNumber(
      { zh: '聚集时长', en: 'Gathering lasts' },
      { min: 0, max: 3600, unit: seconds, preset: gatherDefaults.seconds },
    ),
    speedLimit: field.number(
      { zh: '限速', en: 'Speed limit' },
      {
        min: 1,
        max: 200,
        unit: 'km/h',
        hint: {
          zh: '限速：车辆连续两次定位超过此速度报警',
          en: 'Speed limit: a vehicle faster than this in two fixes raises an alarm',
        },
      },
    ),
    schedule: field.periods({ zh: '生效时段', en: 'Active periods' }),
    allowDeptIds: field.ids({ zh: '允许部门', en: 'Allowed departments' }, 'dept', 500),
    allowUserIds: field.ids({ zh: '允许人员', en: 'Allowed people' }, 'user', 2000),
    deviceTypes: field.choices({ zh: '监控对象', en: 'Applies to' }, deviceType, {
      hint: { zh: '不选表示监控全部', en: 'Leave empty for everything' },
    }),
    minInside: field.presetNumber(
      { zh: '进入确认', en: 'Entry confirmation' },
      {
        min: 0,
        max: 3600,
        unit: seconds,
        preset: fenceDefaults.minInside,
        hint: { zh: '在内满此时长才算进入', en: 'Counts as an entry after this long inside' },
      },
    ),
    minOutside: field.presetNumber(
      { zh: '离开确认', en: 'Exit confirmation' },
      {
        min: 0,
        max: 3600,
        unit: seconds,
        preset: fenceDefaults.minOutside,
        hint: { zh: '在外满此时长才算离开', en: 'Counts as an exit after this long outside' },
      },
    ),
    deptId: field.ref({ zh: '所属部门', en: 'Department' }, 'dept', {
      hint: {
        zh: '选择部门后，只对该部门及下级的人员和设备生效',
        en: 'If set, the fence applies only to people and devices of that department and its sub-departments',
      },
    }),
    areaId: field.ref({ zh: '所属危险区域', en: 'Hazard area' }, 'hazardArea'),
    enable: field.flag({ zh: '启用', en: 'Enabled' }, enabledFlag, 1),
    colour: field.pattern({ zh: '颜色', en: 'Colour' }, /^#[0-9a-fA-F]{6}$/, 'not a colour as #rrggbb', {
      hint: { zh: '#rrggbb，留空随报警级别', en: '#rrggbb; leave empty for the colour of the alarm level' },
    }),
    remark: field.long({ zh: '备注', en: 'Remark' }, 500),
  },
  title: 'name',
  key: 'name',
  search: ['name', 'deptName'],
  filters: ['type', 'level', 'areaId', 'enable'],
})
export type Fence = z.output<(typeof fence)['record']>
