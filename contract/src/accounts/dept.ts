import type { z } from 'zod'
import { field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'

/** A department; they stand in a tree by `pid`. */
export const dept = noun({
  name: 'dept',
  word: { zh: '部门', en: 'department' },
  words: { zh: '部门', en: 'departments' },
  route: 'deptMgmt',
  deptBy: 'id',
  fields: {
    pid: field.ref({ zh: '上级部门', en: 'Parent department' }, 'dept'),
    name: field.name({ zh: '部门名称', en: 'Name' }, 64),
    leader: field.text({ zh: '负责人', en: 'Head' }, 64),
    phone: field.text({ zh: '电话', en: 'Phone' }, 32),
    sort: field.presetNumber({ zh: '排序', en: 'Order' }, { min: 0, max: 99_999, preset: 0 }),
  },
  shown: { people: field.number({ zh: '人数', en: 'People' }, { min: 0, max: 1_000_000 }) },
  title: 'name',
  key: 'name',
  search: ['name', 'leader'],
})
export type Dept = z.output<(typeof dept)['record']>
