import { field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'

/** A storey of a building with its plan: a picture and how large it is in metres. */
export const floor = noun({
  name: 'floor',
  word: { zh: '楼层', en: 'floor' },
  words: { zh: '楼层', en: 'floors' },
  route: 'insideBuildingAreaMgmt',
  deptBy: 'pid',
  fields: {
    pid: field.requiredRef({ zh: '建筑', en: 'Building' }, 'building'),
    level: field.requiredNumber({ zh: '层号', en: 'Floor number' }, { min: -20, max: 200 }),
    name: field.name({ zh: '名称', en: 'Name' }, 64),
    plan: field.picture({ zh: '平面图', en: 'Floor plan' }),
    width: field.number({ zh: '平面图宽度', en: 'Plan width' }, { min: 1, max: 5_000, unit: 'm', digits: 2 }),
    height: field.number({ zh: '平面图高度', en: 'Plan height' }, { min: 1, max: 5_000, unit: 'm', digits: 2 }),
    remark: field.long({ zh: '备注', en: 'Remark' }, 500),
  },
  title: 'name',
  key: 'name',
  imports: false,
  search: ['name'],
  filters: ['pid', 'level'],
})
