import { field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'

export const building = noun({
  name: 'building',
  word: { zh: '建筑', en: 'building' },
  words: { zh: '建筑', en: 'buildings' },
  route: 'insideBuildingAreaMgmt',
  fields: {
    name: field.name({ zh: '名称', en: 'Name' }, 64),
    code: field.text({ zh: '编码', en: 'Code' }, 32),
    deptId: field.ref({ zh: '部门', en: 'Department' }, 'dept'),
    lng: field.lng(),
    lat: field.lat(),
    remark: field.long({ zh: '备注', en: 'Remark' }, 500),
  },
  shown: { floorCount: field.number({ zh: '楼层数', en: 'Floors' }, { min: 0, max: 300 }) },
  title: 'name',
  key: 'name',
  search: ['name', 'code'],
})
