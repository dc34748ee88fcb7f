import type { z } from 'zod'
import { fenceShape } from '../hazards/entities.ts'
import { enabledFlag } from '../kernel/enabled.ts'
import { field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'
import { roadKind } from './entities.ts'

const metres = { zh: '米', en: 'm' }
const unit = 'km/h'
const own = (zh: string, en: string) => field.number({ zh, en }, { min: 5, max: 120, unit })

/** A stretch of road with a limit of its own, drawn as its middle line with a width, or as an area. */
export const roadSegment = noun({
  name: 'roadSegment',
  word: { zh: '限速路段', en: 'road segment' },
  words: { zh: '限速路段', en: 'road segments' },
  route: 'speedOverMgmt',
  fields: {
    name: field.name({ zh: '路段名称', en: 'Name' }, 64),
    roadKind: field.requiredChoice({ zh: '道路类别', en: 'Kind of road' }, roadKind, {
      hint: {
        zh: '限速按 GB 4387：主干道 30，其他道路 20，道口、转弯、装卸和危险地段 15，大门、地磅和倒车 5',
        en: 'Limits of GB 4387: main road 30, other road 20, crossings, turns, loading and dangerous stretches 15, doors, weighbridge and reversing 5',
      },
    }),
    limit: field.number(
      { zh: '限速', en: 'Speed limit' },
      { min: 5, max: 120, unit, hint: { zh: '留空按道路类别', en: 'Leave empty for that of the kind of road' } },
    ),
    carLimit: own('小车限速', 'Cars'),
    truckLimit: own('货车限速', 'Trucks'),
    tankerLimit: own('罐车限速', 'Tankers'),
    loaderLimit: own('装载机限速', 'Loaders'),
    forkliftLimit: own('叉车限速', 'Forklifts'),
    shape: field.chosen({ zh: '形状', en: 'Shape' }, fenceShape, 'corridor'),
    points: field.shape(
      { zh: '坐标', en: 'Coordinates' },
      {
        hint: {
          zh: '走廊：路的中线各点；多边形：各角点，首点不重复；圆：圆心',
          en: 'Corridor: the points of the middle of the road; polygon: the corners, the first not repeated; circle: the centre',
        },
      },
    ),
    radius: field.number({ zh: '半径', en: 'Radius' }, { min: 1, max: 5_000, unit: metres, digits: 1 }),
    halfWidth: field.number(
      { zh: '半宽', en: 'Half width' },
      { min: 1, max: 500, unit: metres, digits: 1, hint: { zh: '中线两侧各多少米', en: 'Metres to each side of the middle' } },
    ),
    deptId: field.ref({ zh: '部门', en: 'Department' }, 'dept', {
      hint: { zh: '由谁管理；限速对所有车辆有效', en: 'Who looks after it; the limit is for all vehicles' },
    }),
    enable: field.flag({ zh: '状态', en: 'Status' }, enabledFlag, 1),
    remark: field.long({ zh: '备注', en: 'Remark' }, 500),
  },
  title: 'name',
  key: 'name',
  search: ['name'],
  filters: ['roadKind', 'enable'],
})
export type RoadSegment = z.output<(typeof roadSegment)['record']>
